// The Linux launcher: takes every right away from this process, then becomes node. Rules come as arguments; nothing is read
// from the environment or from a file. Why a program of its own: Landlock binds the calling thread, and node has others
// before its first statement runs. Relies on Landlock ABI 3 (Linux 6.2), seccomp and openat2.
//   confine [--fds N] [--env K=V]... [--exec|--file|--tree|--list|--reads|--write PATH]... -- PROGRAM [ARG]...
// Exits 5 when it cannot confine, 127 when the program cannot be started; one sentence on stderr in both cases.
#define _GNU_SOURCE
#include "deny.h"
#include "deniedCalls.h"
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { EXIT_UNCONFINED = 5, EXIT_NO_PROGRAM = 127, ENV_MAX = 64, FDS_MAX = 64, NEEDED_ABI = 3, MEMORY_MAX = 1 << 30 };

__attribute__((noreturn, format(printf, 2, 3))) static void fail(int code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  _exit(code);
}

// ---- Landlock: files -------------------------------------------------------------------------------------------------

// uapi/linux/landlock.h, written out: the installed header may be older than the kernel.
enum {
  FS_EXECUTE = 1 << 0,
  FS_WRITE_FILE = 1 << 1,
  FS_READ_FILE = 1 << 2,
  FS_READ_DIR = 1 << 3,
  FS_REMOVE_DIR = 1 << 4,
  FS_REMOVE_FILE = 1 << 5,
  FS_MAKE_DIR = 1 << 7,
  FS_MAKE_REG = 1 << 8,
  FS_TRUNCATE = 1 << 14,
  FS_ALL_ABI_3 = (1 << 15) - 1,
  FS_IOCTL_DEV = 1 << 15,
  FS_RESOLVE_UNIX = 1 << 16,
};
struct landlock_ruleset {
  uint64_t handled_access_fs, handled_access_net, scoped;
};
struct __attribute__((packed)) landlock_path {
  uint64_t allowed_access;
  int32_t parent_fd;
};
enum { SYS_landlock_create = 444, SYS_landlock_add = 445, SYS_landlock_restrict = 446, SYS_openat2_call = 437 };
enum { LANDLOCK_VERSION = 1, LANDLOCK_PATH_BENEATH = 1 };
struct open_how_form {
  uint64_t flags, mode, resolve;
};
enum { NO_MAGIC_LINKS = 2, NO_SYMBOLIC_LINKS = 4 };

struct kind {
  const char *option;
  uint64_t rights;
  int directory;
};
// A file rule binds one inode, a directory rule its whole tree. `--write` makes regular files and directories and nothing
// else: no link, socket, FIFO or device, and no EXECUTE anywhere but on the program and its loader. REFER is granted
// nowhere, so that nothing moves between trees.
static const struct kind kinds[] = {
    {"--exec", FS_READ_FILE | FS_EXECUTE, 0},
    {"--file", FS_READ_FILE, 0},
    {"--tree", FS_READ_FILE | FS_READ_DIR, 1},
    {"--list", FS_READ_DIR, 1},
    {"--reads", FS_READ_FILE, 1},
    {"--write",
     FS_READ_FILE | FS_READ_DIR | FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG | FS_MAKE_DIR | FS_REMOVE_FILE | FS_REMOVE_DIR,
     1},
};

static const struct kind *kind_of(const char *option) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].option, option) == 0) return &kinds[i];
  return NULL;
}

/** A ruleset that denies everything this kernel can deny. Without ABI 3, truncation would stay open: refused. */
static int new_ruleset(void) {
  long abi = syscall(SYS_landlock_create, NULL, 0, LANDLOCK_VERSION);
  if (abi < NEEDED_ABI) {
    struct utsname name;
    uname(&name);
    char offered[32] = "no Landlock";
    if (abi > 0) snprintf(offered, sizeof offered, "Landlock ABI %ld", abi);
    fail(EXIT_UNCONFINED,
         "Cannot confine: Linux %s offers %s, wanted Landlock ABI %d or newer (Linux 6.2, with landlock among its lsm=)",
         name.release, offered, NEEDED_ABI);
  }
  struct landlock_ruleset rules = {.handled_access_fs = FS_ALL_ABI_3};
  if (abi >= 5) rules.handled_access_fs |= FS_IOCTL_DEV;
  if (abi >= 9) rules.handled_access_fs |= FS_RESOLVE_UNIX;
  if (abi >= 4) rules.handled_access_net = 3;    // bind and connect of TCP; no rule follows, so no port is left
  if (abi >= 10) rules.handled_access_net = 15;  // and of UDP
  if (abi >= 6) rules.scoped = 3;                // abstract unix sockets and signals end at this domain
  int ruleset = (int)syscall(SYS_landlock_create, &rules, sizeof rules, 0);
  if (ruleset < 0) fail(EXIT_UNCONFINED, "Cannot confine: Landlock refuses its rules (%s)", strerror(errno));
  return ruleset;
}

/**
 * Grants what `kind` says on `path`. What is absent, or closed to this user anyway, is skipped: nothing is granted in its
 * place. A path of the wrong kind is refused: a file's rights on a directory would open its whole tree.
 */
static void grant(int ruleset, const struct kind *kind, const char *path) {
  // No symbolic link anywhere in the path: a link swapped in after the profile was made would widen it.
  struct open_how_form how = {.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW, .resolve = NO_SYMBOLIC_LINKS | NO_MAGIC_LINKS};
  if (path[0] != '/') fail(EXIT_UNCONFINED, "Cannot confine: %s %s is relative, wanted an absolute path", kind->option, path);
  int fd = (int)syscall(SYS_openat2_call, AT_FDCWD, path, &how, sizeof how);
  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES)) return;
  if (fd < 0) fail(EXIT_UNCONFINED, "Cannot confine: %s %s: %s, wanted a real path", kind->option, path, strerror(errno));
  struct stat about;
  if (fstat(fd, &about) < 0 || S_ISLNK(about.st_mode) || (S_ISDIR(about.st_mode) ? 1 : 0) != kind->directory)
    fail(EXIT_UNCONFINED, "Cannot confine: %s %s is of another kind, wanted a %s", kind->option, path,
         kind->directory ? "directory" : "file");
  struct landlock_path rule = {.allowed_access = kind->rights, .parent_fd = fd};
  if (syscall(SYS_landlock_add, ruleset, LANDLOCK_PATH_BENEATH, &rule, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: %s %s: %s", kind->option, path, strerror(errno));
  close(fd);
}

// ---- seccomp: everything that Landlock does not see ------------------------------------------------------------------

static struct sock_filter filter[1024];
static size_t filter_length;

static void add(const struct sock_filter *code, size_t length) {
  if (filter_length + length > sizeof filter / sizeof *filter)
    fail(EXIT_UNCONFINED, "Cannot confine: the seccomp filter is too long");
  memcpy(filter + filter_length, code, length * sizeof *code);
  filter_length += length;
}
#define ADD(...) add((const struct sock_filter[]){__VA_ARGS__}, sizeof((const struct sock_filter[]){__VA_ARGS__}) / sizeof(struct sock_filter))

// In each block below the first instruction jumps over the block when it is another call, and the last two end it.

/** Refuses `call` unless the low half of argument `n` is `own` or `other`. */
static void only_own(unsigned call, unsigned n, unsigned own, unsigned other) {
  ADD(TWIN_IF(call, 0, 5), TWIN_LOAD(TWIN_LOW(n)), TWIN_IF(own, 1, 0), TWIN_IF(other, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
}

/** Refuses `call` when any of `bits` is set in the low half of argument `n`. */
static void never_bits(unsigned call, unsigned n, unsigned bits) {
  ADD(TWIN_IF(call, 0, 4), TWIN_LOAD(TWIN_LOW(n)), TWIN_IF_BITS(bits, 0, 1), TWIN_ERRNO(EPERM), TWIN_ALLOW);
}

enum { FAST_OPEN = 0x20000000, UNIX = 1, STREAM = 1, TYPE_MASK = 0xf };

/** Refuses `call` when the low half of its second argument is one of `command`. */
static void never_command(unsigned call, const unsigned command[4]) {
  ADD(TWIN_IF(call, 0, 7), TWIN_LOAD(TWIN_LOW(1)), TWIN_IF(command[0], 4, 0), TWIN_IF(command[1], 3, 0),
      TWIN_IF(command[2], 2, 0), TWIN_IF(command[3], 1, 0), TWIN_ALLOW, TWIN_ERRNO(EPERM));
}

/** The calls that stay for what was inherited, with the arguments that would make a way out of them refused. */
static void restrict_sockets(void) {
  // TCP Fast Open connects while it sends; sendto with an address reaches any datagram socket of the machine.
  never_bits(SYS_sendmsg, 2, FAST_OPEN);
  never_bits(SYS_sendmmsg, 3, FAST_OPEN);
  ADD(TWIN_IF(SYS_sendto, 0, 8), TWIN_LOAD(TWIN_LOW(3)), TWIN_IF_BITS(FAST_OPEN, 5, 0), TWIN_LOAD(TWIN_LOW(4)),
      TWIN_IF(0, 0, 3), TWIN_LOAD(TWIN_HIGH(4)), TWIN_IF(0, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
  // One end of a datagram pair can send to every bound unix socket, connected or not: only stream pairs are made.
  ADD(TWIN_IF(SYS_socketpair, 0, 7), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF(UNIX, 0, 4), TWIN_LOAD(TWIN_LOW(1)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPE_MASK), TWIN_IF(STREAM, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
  // A terminal that was inherited as stderr must not be typed into (TIOCSTI, TIOCLINUX), and whoever owns a descriptor gets
  // the signal that its owner chose (FIOSETOWN, SIOCSPGRP, F_SETOWN, F_SETSIG, F_SETOWN_EX): a kill by another name, which
  // Landlock sees from ABI 6 on only. A lease (F_SETLEASE) on a file that may be read keeps everybody else from writing it.
  never_command(SYS_ioctl, (const unsigned[]){0x5412, 0x541C, 0x8901, 0x8902});
  never_command(SYS_fcntl, (const unsigned[]){8, 10, 15, 1024});
}

/** What keeps this process from outliving its starter, and others of this user out of its memory, is not its own to undo. */
static void keep_process_rules(void) {
  ADD(TWIN_IF(SYS_prctl, 0, 7), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF(PR_SET_PDEATHSIG, 4, 0), TWIN_IF(PR_SET_DUMPABLE, 0, 2),
      TWIN_LOAD(TWIN_LOW(1)), TWIN_IF(0, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
}

enum { SHARED_ANONYMOUS = MAP_SHARED | MAP_ANONYMOUS };

/** Shared memory without a file counts against no limit of this process. Nor do files without a path: denied_calls has them. */
static void restrict_memory(void) {
  ADD(TWIN_IF(SYS_mmap, 0, 5), TWIN_LOAD(TWIN_LOW(3)), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SHARED_ANONYMOUS),
      TWIN_IF(SHARED_ANONYMOUS, 0, 1), TWIN_ERRNO(EPERM), TWIN_ALLOW);
}

/** Signals, limits and scheduling of this process only. The process id survives exec. */
static void restrict_processes(void) {
  unsigned own = (unsigned)getpid();
  only_own(SYS_kill, 0, own, own);
  only_own(SYS_tkill, 0, own, own);
  only_own(SYS_tgkill, 0, own, own);
  only_own(SYS_rt_sigqueueinfo, 0, own, own);
  only_own(SYS_rt_tgsigqueueinfo, 0, own, own);
  only_own(SYS_prlimit64, 0, own, 0);
  only_own(SYS_sched_setaffinity, 0, own, 0);
  only_own(SYS_sched_setparam, 0, own, 0);
  only_own(SYS_sched_setscheduler, 0, own, 0);
  only_own(SYS_sched_setattr, 0, own, 0);
}

static void install_filter(void) {
  ADD(TWIN_ARCH_CHECK);
  for (size_t i = 0; i < sizeof denied_calls / sizeof *denied_calls; i++)
    ADD(TWIN_IF(denied_calls[i], 0, 1), TWIN_ERRNO(EPERM));
  restrict_sockets();
  keep_process_rules();
  restrict_memory();
  restrict_processes();
  ADD(TWIN_ALLOW);
  struct sock_fprog program = {.len = (unsigned short)filter_length, .filter = filter};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: this kernel refuses a seccomp filter (%s)", strerror(errno));
}

// ---- the process itself ----------------------------------------------------------------------------------------------

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

static void restrict_process(pid_t parent) {
  // Nothing may be gained by exec, and an unprivileged process may confine itself only with this set.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: no_new_privs cannot be set (%s)", strerror(errno));
  drop_capabilities();
  // A core file would hold mail.
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  // A helper that was taken over must not take the machine's memory; node alone needs less than a tenth of this.
  setrlimit(RLIMIT_DATA, &(struct rlimit){MEMORY_MAX, MEMORY_MAX});
  // Nobody is left to read an answer once the starter is gone; it may have gone just before this line.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(EXIT_UNCONFINED);
}

int main(int argc, char **argv) {
  pid_t parent = getppid();
  unsigned long agreed = 0;
  char *environment[ENV_MAX + 1] = {0};
  size_t variables = 0;
  int at = 1;
  // First pass: what needs no kernel rule. Each option takes exactly one value.
  for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2) {
    if (strcmp(argv[at], "--fds") == 0) agreed = strtoul(argv[at + 1], NULL, 10);
    else if (strcmp(argv[at], "--env") == 0 && variables < ENV_MAX) environment[variables++] = argv[at + 1];
    else if (!kind_of(argv[at])) fail(EXIT_UNCONFINED, "Cannot confine: %s is no rule of this launcher", argv[at]);
  }
  if (at + 1 >= argc || agreed > FDS_MAX) fail(EXIT_UNCONFINED, "Cannot confine: wanted rules, --, and a program");
  char **program = argv + at + 1;

  keep_descriptors((unsigned)agreed);
  restrict_process(parent);
  int ruleset = new_ruleset();
  for (int i = 1; i < at; i += 2) {
    const struct kind *kind = kind_of(argv[i]);
    if (kind) grant(ruleset, kind, argv[i + 1]);
  }
  if (syscall(SYS_landlock_restrict, ruleset, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: Landlock cannot be entered (%s)", strerror(errno));
  close(ruleset);
  install_filter();
  execve(program[0], program, environment);
  fail(EXIT_NO_PROGRAM, "Cannot start %s: %s", program[0], strerror(errno));
}
