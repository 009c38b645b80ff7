// The macOS launcher of a program that is not twin's: stays as its parent, so that the group ends with twind, and in the child
// enters Seatbelt and becomes the program. node needs none: it confines itself. No system header is included and every
// function is declared here, so that this file also links on Linux, where its symbols are checked. Relies on seatbelt.c.
//   confineDarwin DESCRIPTORS FOLDER TEXT NUMBER [NAME VALUE]... PROGRAM [ARG]...
// Exits 5 when it cannot confine, 127 when the program cannot be started; one sentence on stderr in both cases.
#include "seatbelt.h"

struct limit {
  unsigned long long current, most;
};
struct event {
  unsigned long ident;
  short filter;
  unsigned short flags;
  unsigned int notes;
  long data;
  void *user;
};
extern int chdir(const char *), close(int), fork(void), getdtablesize(void), getpgrp(void), getpid(void), getppid(void);
extern int execve(const char *, char *const[], char *const[]), kill(int, int), kqueue(void), setpgid(int, int);
extern int kevent(int, const struct event *, int, struct event *, int, const void *), waitpid(int, int *, int);
extern int setrlimit(int, const struct limit *);
extern unsigned short umask(unsigned short);
extern long write(int, const void *, unsigned long);
extern void _exit(int) __attribute__((noreturn));

enum { EXIT_UNCONFINED = 5, EXIT_NO_PROGRAM = 127, KILL = 9, LIMIT_CORE = 4, PRIVATE_FILES = 077 };
enum { OF_PROCESS = -5, ADD = 1, ON_EXIT = (int)0x80000000 };

static void say(const char *text) {
  unsigned long length = 0;
  while (text[length]) length++;
  write(2, text, length);
}
__attribute__((noreturn)) static void fail(int code, const char *what, const char *why) {
  say(what);
  say(why);
  say("\n");
  _exit(code);
}

static int number_of(const char *text) {
  int number = 0;
  for (; *text >= '0' && *text <= '9' && number < 100000; text++) number = number * 10 + (*text - '0');
  return number;
}

/** Ends as the program has ended; a signal becomes 128 and its number. */
__attribute__((noreturn)) static void end_like(int status) {
  _exit((status & 0x7f) == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f));
}

__attribute__((noreturn)) static void supervise(int queue, int starter, int program) {
  for (int fd = 0; fd < getdtablesize(); fd++)
    if (fd != queue) close(fd);
  struct event wanted = {(unsigned long)program, OF_PROCESS, ADD, (unsigned)ON_EXIT, 0, 0}, told;
  int status, watched = kevent(queue, &wanted, 1, 0, 0, 0);
  while (watched == 0 && kevent(queue, 0, 0, &told, 1, 0) == 1 && told.ident != (unsigned long)program)
    if (told.ident == (unsigned long)starter) kill(0, KILL);
  waitpid(program, &status, 0);
  end_like(status);
}

/** Returns in the child that becomes the program. */
static void start_group(void) {
  int starter = getppid(), queue = kqueue();
  struct event wanted = {(unsigned long)starter, OF_PROCESS, ADD, (unsigned)ON_EXIT, 0, 0};
  if ((setpgid(0, 0) < 0 && getpgrp() != getpid()) || kevent(queue, &wanted, 1, 0, 0, 0) < 0 || getppid() != starter)
    fail(EXIT_UNCONFINED, "Cannot confine: ", "the starter cannot be watched");
  int program = fork();
  if (program < 0) fail(EXIT_UNCONFINED, "Cannot confine: ", "no process can be started");
  if (program > 0) supervise(queue, starter, program);
}

int main(int argc, char **argv, char **environment) {
  int parameters = argc > 4 ? number_of(argv[4]) : 0;
  if (argc < 6 + parameters) fail(EXIT_UNCONFINED, "Cannot confine: ", "wanted a profile and a program");
  const char *pairs[65];
  if (parameters > 64) fail(EXIT_UNCONFINED, "Cannot confine: ", "the profile has too many parameters");
  for (int at = 0; at < parameters; at++) pairs[at] = argv[5 + at];
  pairs[parameters] = 0;
  char **program = argv + 5 + parameters;
  for (int fd = 3 + number_of(argv[1]); fd < getdtablesize(); fd++) close(fd);
  setrlimit(LIMIT_CORE, &(struct limit){0, 0});
  umask(PRIVATE_FILES);
  if (chdir(argv[2]) < 0) fail(EXIT_UNCONFINED, "Cannot confine: no folder ", argv[2]);
  // Under an outer profile ours cannot be entered, and none is assumed.
  if (twin_sandbox_check()) fail(EXIT_UNCONFINED, "Cannot confine: ", "this process is inside another sandbox already");
  start_group();
  char message[400];
  if (twin_sandbox_init(argv[3], pairs, message, sizeof message) != 0) fail(EXIT_UNCONFINED, "Cannot confine: ", message);
  execve(program[0], program, environment);
  fail(EXIT_NO_PROGRAM, "Cannot start ", program[0]);
}
