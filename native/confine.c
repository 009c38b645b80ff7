// The Linux launcher: takes every right away from this process, then becomes node, or a program that is not twin's. Rules come
// as arguments; nothing is read from the environment or from a file. Why a program of its own: Landlock binds the calling
// thread, and node has others before its first statement runs. Relies on Landlock ABI 3 (Linux 6.2), seccomp and openat2.
//   confine [--program none|open|PORT] [--zygote yes] [--folder PATH] [--fds N] [--env K=V]... [RULE PATH]... -- PROGRAM [ARG]...
// The rules on paths are those of confineFiles.c. Exits 5 when it cannot confine, 127 when the program cannot be started; one
// sentence on stderr in both cases.
#include "confine.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ENV_MAX = 64, FDS_MAX = 64, PORT_MAX = 65535 };
/** A helper needs less than a tenth of the first; a program may be anything. Bytes of one process. */
#define HELPER_MEMORY ((rlim_t)1 << 30)
#define PROGRAM_MEMORY ((rlim_t)2 << 30)
/** Of a helper. Addresses cost the tables that name them, one byte in 512; node takes a tenth of these. */
#define HELPER_ADDRESSES ((rlim_t)16 << 30)
#define HELPER_STACK ((rlim_t)64 << 20)

void fail(int code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  _exit(code);
}

/** 0, 1 and 2 exist (node would open /dev/null in their place, which it may not write), and `agreed` ones from 3 up stay. */
static void keep_descriptors(unsigned agreed) {
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDWR) != fd)
      fail(EXIT_UNCONFINED, "Cannot confine: descriptor %d is closed and /dev/null does not open", fd);
  if (syscall(436 /* close_range */, 3 + agreed, ~0U, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: close_range fails (%s)", strerror(errno));
}

/** Root is a user like any other here. Where a capability cannot be dropped the filter still stands before it. */
static void drop_capabilities(void) {
  enum { NO_ROOT_LOCKED = 3, NO_SETUID_FIXUP_LOCKED = 12 };
  prctl(PR_SET_SECUREBITS, NO_ROOT_LOCKED | NO_SETUID_FIXUP_LOCKED, 0, 0, 0);
  for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++)
    ;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  if (syscall(SYS_capset, &header, none) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: capabilities cannot be dropped (%s)", strerror(errno));
}

/** What was taken over must not take the machine's memory. A limit on data sees neither a stack nor what is only read. */
static void restrict_memory_of(const struct wish *wish) {
  rlim_t memory = wish->program ? PROGRAM_MEMORY : HELPER_MEMORY;
  setrlimit(RLIMIT_DATA, &(struct rlimit){memory, memory});
  if (wish->program) return;
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) < 0) fail(EXIT_UNCONFINED, "Cannot confine: no limit of a stack (%s)", strerror(errno));
  if (stack.rlim_cur > HELPER_STACK) stack.rlim_cur = HELPER_STACK;
  if (stack.rlim_max > HELPER_STACK) stack.rlim_max = HELPER_STACK;
  setrlimit(RLIMIT_STACK, &stack);
  setrlimit(RLIMIT_AS, &(struct rlimit){HELPER_ADDRESSES, HELPER_ADDRESSES});
}

static void restrict_process(pid_t parent, const struct wish *wish) {
  // Nothing may be gained by exec, and an unprivileged process may confine itself only with this set.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: no_new_privs cannot be set (%s)", strerror(errno));
  drop_capabilities();
  // A core file would hold mail.
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  restrict_memory_of(wish);
  // Nobody is left to read an answer once the starter is gone; it may have gone just before this line.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(EXIT_UNCONFINED);
}

/** The network that a program wants: none, open, or the number of a port. */
static struct wish wish_of(const char *text) {
  struct wish wish = {.program = 1, .network = NETWORK_NONE};
  if (strcmp(text, "none") == 0) return wish;
  wish.network = strcmp(text, "open") == 0 ? NETWORK_OPEN : NETWORK_PORT;
  wish.port = wish.network == NETWORK_PORT ? strtoul(text, NULL, 10) : 0;
  if (wish.network == NETWORK_PORT && (wish.port < 1 || wish.port > PORT_MAX))
    fail(EXIT_UNCONFINED, "Cannot confine: %s is no network, wanted none, open or a port", text);
  return wish;
}

/** Gives the program's parent. Files that a program makes are its user's alone, whatever the starter's mask was. */
static pid_t prepare_program(pid_t starter, const char *folder) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  umask(077);
  if (folder && chdir(folder) < 0) fail(EXIT_UNCONFINED, "Cannot confine: %s: %s", folder, strerror(errno));
  return start_group(starter);
}

int main(int argc, char **argv) {
  pid_t parent = getppid();
  unsigned long agreed = 0;
  char *environment[ENV_MAX + 1] = {0}, *folder = NULL;
  struct wish wish = {0};
  size_t variables = 0;
  int at = 1;
  // First pass: what needs no kernel rule. Each option takes exactly one value.
  for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2) {
    if (strcmp(argv[at], "--fds") == 0) agreed = strtoul(argv[at + 1], NULL, 10);
    else if (strcmp(argv[at], "--program") == 0) wish = wish_of(argv[at + 1]);
    else if (strcmp(argv[at], "--folder") == 0) folder = argv[at + 1];
    else if (strcmp(argv[at], "--env") == 0 && variables < ENV_MAX) environment[variables++] = argv[at + 1];
    else if (strcmp(argv[at], "--mailbox") == 0) wish.links = 1;
    else if (strcmp(argv[at], "--zygote") == 0) wish.zygote = 1;
    else if (!is_file_rule(argv[at])) fail(EXIT_UNCONFINED, "Cannot confine: %s is no rule of this launcher", argv[at]);
  }
  if (at + 1 >= argc || agreed > FDS_MAX) fail(EXIT_UNCONFINED, "Cannot confine: wanted rules, --, and a program");
  char **program = argv + at + 1;

  keep_descriptors((unsigned)agreed);
  if (wish.program) parent = prepare_program(parent, folder);
  restrict_process(parent, &wish);
  int ruleset = new_ruleset(&wish);
  for (int i = 1; i < at; i += 2)
    if (is_file_rule(argv[i])) grant(ruleset, argv[i], argv[i + 1]);
  enter(ruleset);
  install_filter(&wish);
  if (wish.program) try_canaries(&wish);
  execve(program[0], program, environment);
  fail(EXIT_NO_PROGRAM, "Cannot start %s: %s", program[0], strerror(errno));
}
