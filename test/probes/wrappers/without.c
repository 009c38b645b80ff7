// Runs a program on a kernel that lacks something: one system call answers an error, or another number, for it and for
// whatever it becomes. Compiled by the tests, never shipped.
//   without NUMBER errno E  -- PROGRAM [ARG]...     the call fails with errno E
//   without NUMBER value V  -- PROGRAM [ARG]...     the call answers V without being made (seccomp user notification)
//   without NUMBER none V   -- PROGRAM [ARG]...     the same, but only when its first argument is 0
//   without NUMBER arg0 A E -- PROGRAM [ARG]...     the call fails with errno E when its first argument is A
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define DATA(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define EQUAL(value, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (no))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))

static int install(const struct sock_filter *code, unsigned short length, unsigned flags) {
  struct sock_fprog program = {length, (struct sock_filter *)code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/** Answers every notification with `value` until the program is gone. */
static void answer(int listener, long value) {
  for (;;) {
    struct seccomp_notif asked = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) < 0) return;
    struct seccomp_notif_resp reply = {.id = asked.id, .val = value};
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
  }
}

/** The parent answers; the child, which shares its descriptors until exec, becomes the program. */
static int with_value(unsigned call, long value, int always, char **program) {
  int numbers[2];
  if (pipe(numbers) < 0) return 1;
  pid_t child = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    struct sock_filter every[] = {DATA(nr), EQUAL(call, 1), RETURN(SECCOMP_RET_USER_NOTIF), RETURN(SECCOMP_RET_ALLOW)};
    struct sock_filter some[] = {DATA(nr), EQUAL(call, 3), DATA(args[0]), EQUAL(0, 1), RETURN(SECCOMP_RET_USER_NOTIF),
                                 RETURN(SECCOMP_RET_ALLOW)};
    int listener = install(always ? every : some, always ? 4 : 6, SECCOMP_FILTER_FLAG_NEW_LISTENER);
    if (listener < 0 || write(numbers[1], &listener, sizeof listener) < 0) _exit(99);
    execv(program[0], program);
    _exit(98);
  }
  int listener, status;
  if (read(numbers[0], &listener, sizeof listener) != sizeof listener) return 97;
  if (fork() == 0) {
    answer(listener, value);
    _exit(0);
  }
  close(listener);
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 96;
}

int main(int argc, char **argv) {
  char **program = argv;
  while (program < argv + argc && strcmp(*program, "--") != 0) program++;
  if (argc < 5 || program >= argv + argc - 1) return 95;
  program++;
  unsigned call = (unsigned)atoi(argv[1]);
  long number = atol(argv[3]);
  if (strcmp(argv[2], "value") == 0) return with_value(call, number, 1, program);
  if (strcmp(argv[2], "none") == 0) return with_value(call, number, 0, program);
  int by_argument = strcmp(argv[2], "arg0") == 0;
  unsigned error = (unsigned)(by_argument ? atol(argv[4]) : number);
  struct sock_filter every[] = {DATA(nr), EQUAL(call, 1), RETURN(SECCOMP_RET_ERRNO | error), RETURN(SECCOMP_RET_ALLOW)};
  struct sock_filter some[] = {DATA(nr), EQUAL(call, 3), DATA(args[0]), EQUAL((unsigned)number, 1),
                               RETURN(SECCOMP_RET_ERRNO | error), RETURN(SECCOMP_RET_ALLOW)};
  if (install(by_argument ? some : every, by_argument ? 6 : 4, 0) < 0) return 94;
  execv(program[0], program);
  return 93;
}
