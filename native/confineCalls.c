// The launcher's seccomp half: everything that Landlock does not see. Relies on deniedCalls.h for what is refused whatever its
// arguments, and on Landlock's scope for whom a program may signal.
#include "confine.h"
#include "deny.h"
#include "deniedCalls.h"
#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

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

static void never(unsigned call) { ADD(TWIN_IF(call, 0, 1), TWIN_ERRNO(EPERM)); }

/** Refuses `call` unless the low half of argument `n` is `own` or `other`. */
static void only_own(unsigned call, unsigned n, unsigned own, unsigned other) {
  ADD(TWIN_IF(call, 0, 5), TWIN_LOAD(TWIN_LOW(n)), TWIN_IF(own, 1, 0), TWIN_IF(other, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
}

/** Refuses `call` when any of `bits` is set in the low half of argument `n`. */
static void never_bits(unsigned call, unsigned n, unsigned bits) {
  ADD(TWIN_IF(call, 0, 4), TWIN_LOAD(TWIN_LOW(n)), TWIN_IF_BITS(bits, 0, 1), TWIN_ERRNO(EPERM), TWIN_ALLOW);
}

/** Refuses `call` when the low half of its second argument is one of `command`. */
static void never_command(unsigned call, const unsigned command[4]) {
  ADD(TWIN_IF(call, 0, 7), TWIN_LOAD(TWIN_LOW(1)), TWIN_IF(command[0], 4, 0), TWIN_IF(command[1], 3, 0),
      TWIN_IF(command[2], 2, 0), TWIN_IF(command[3], 1, 0), TWIN_ALLOW, TWIN_ERRNO(EPERM));
}

enum { FAST_OPEN = 0x20000000, UNIX = 1, INET = 2, INET6 = 10, STREAM = 1, DATAGRAM = 2, TYPE_MASK = 0xf, TCP = 6, UDP = 17 };

/** Allows a new socket of IPv4 or IPv6 with `type` and `protocol` (or 0, its default); for any other the filter goes on. */
static void socket_of(unsigned type, unsigned protocol) {
  ADD(TWIN_IF(SYS_socket, 0, 11), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF(INET, 1, 0), TWIN_IF(INET6, 0, 7), TWIN_LOAD(TWIN_LOW(1)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPE_MASK), TWIN_IF(type, 0, 4), TWIN_LOAD(TWIN_LOW(2)), TWIN_IF(0, 1, 0),
      TWIN_IF(protocol, 0, 1), TWIN_ALLOW, TWIN_LOAD(TWIN_NR));
}

/** The sockets that this process may make, and what it may do with them. None of them listens, and none is a unix socket. */
static void restrict_new_sockets(const struct wish *wish) {
  if (wish->network != NETWORK_NONE) socket_of(STREAM, TCP);
  if (wish->network == NETWORK_OPEN) socket_of(DATAGRAM, UDP);
  never(SYS_socket);
  if (wish->network == NETWORK_NONE) never(SYS_connect);
  if (wish->network != NETWORK_OPEN) never(SYS_bind);
  never(SYS_listen);
  never(SYS_accept);
  never(SYS_accept4);
}

/** The calls that stay for sockets that there are, with the arguments that would make a way out of them refused. */
static void restrict_sockets(const struct wish *wish) {
  // TCP Fast Open connects while it sends, past Landlock; sendto with an address reaches any datagram socket of the machine.
  if (wish->network != NETWORK_OPEN) {
    never_bits(SYS_sendmsg, 2, FAST_OPEN);
    never_bits(SYS_sendmmsg, 3, FAST_OPEN);
    ADD(TWIN_IF(SYS_sendto, 0, 8), TWIN_LOAD(TWIN_LOW(3)), TWIN_IF_BITS(FAST_OPEN, 5, 0), TWIN_LOAD(TWIN_LOW(4)),
        TWIN_IF(0, 0, 3), TWIN_LOAD(TWIN_HIGH(4)), TWIN_IF(0, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
  }
  // One end of a datagram pair can send to every bound unix socket, connected or not: only stream pairs are made.
  ADD(TWIN_IF(SYS_socketpair, 0, 7), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF(UNIX, 0, 4), TWIN_LOAD(TWIN_LOW(1)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPE_MASK), TWIN_IF(STREAM, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
  // Whoever owns a descriptor gets the signal that its owner chose (F_SETOWN, F_SETSIG, F_SETOWN_EX): a kill by another name,
  // which Landlock sees from ABI 6 on only. A lease (F_SETLEASE) on a file that may be read keeps everybody else from writing it.
  never_command(SYS_fcntl, (const unsigned[]){8, 10, 15, 1024});
}

enum { CLONE_FILE = 0x40049409, CLONE_RANGE = 0x4020940d };
/** Files: ext4 and what took its numbers, XFS, generations, Btrfs, FAT. */
enum { OF_EXT = 'f' << 8, OF_XFS = 'X' << 8, OF_VERSIONS = 'v' << 8, OF_BTRFS = 0x94 << 8, OF_FAT = 'r' << 8 };
enum { TYPE_OF_COMMAND = 0xff00 };

/**
 * Flags, generation and the like of a file that is open for reading alone, which its owner may set (a hard link shares them); what
 * types into a terminal that was inherited as stderr (TIOCSTI, TIOCLINUX); and a kill by another name (FIOSETOWN, SIOCSPGRP).
 * Landlock sees commands of devices only.
 */
static void restrict_commands(const struct wish *wish) {
  if (wish->program)
    ADD(TWIN_IF(SYS_ioctl, 0, 15), TWIN_LOAD(TWIN_LOW(1)), TWIN_IF(0x5412, 12, 0), TWIN_IF(0x541C, 11, 0), TWIN_IF(0x8901, 10, 0),
        TWIN_IF(0x8902, 9, 0), TWIN_IF(CLONE_FILE, 7, 0), TWIN_IF(CLONE_RANGE, 6, 0),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, TYPE_OF_COMMAND), TWIN_IF(OF_EXT, 5, 0), TWIN_IF(OF_XFS, 4, 0), TWIN_IF(OF_VERSIONS, 3, 0),
        TWIN_IF(OF_BTRFS, 2, 0), TWIN_IF(OF_FAT, 1, 0), TWIN_ALLOW, TWIN_ERRNO(EPERM));
  else
    // FIOCLEX, FIONCLEX, FIONBIO, FIONREAD, TCGETS, TIOCGWINSZ and a copy: all that node asks of its descriptors.
    ADD(TWIN_IF(SYS_ioctl, 0, 10), TWIN_LOAD(TWIN_LOW(1)), TWIN_IF(0x5451, 7, 0), TWIN_IF(0x5450, 6, 0), TWIN_IF(0x5421, 5, 0),
        TWIN_IF(0x541B, 4, 0), TWIN_IF(0x5401, 3, 0), TWIN_IF(0x5413, 2, 0), TWIN_IF(CLONE_FILE, 1, 0), TWIN_ERRNO(EPERM), TWIN_ALLOW);
}

/**
 * What keeps this process from outliving its starter, and others of this user out of its memory, is not its own to undo. What a
 * zygote forks has to say again that it ends with it: SIGKILL may be set, and nothing else.
 */
static void keep_process_rules(const struct wish *wish) {
  if (wish->zygote)
    ADD(TWIN_IF(SYS_prctl, 0, 6), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF(PR_SET_PDEATHSIG, 0, 3), TWIN_LOAD(TWIN_LOW(1)),
        TWIN_IF(SIGKILL, 0, 1), TWIN_ALLOW, TWIN_LOAD(TWIN_NR));
  ADD(TWIN_IF(SYS_prctl, 0, 7), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF(PR_SET_PDEATHSIG, 4, 0), TWIN_IF(PR_SET_DUMPABLE, 0, 2),
      TWIN_LOAD(TWIN_LOW(1)), TWIN_IF(0, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM));
}

enum { SHARED_ANONYMOUS = MAP_SHARED | MAP_ANONYMOUS };

/**
 * Memory that no limit of this process counts: shared without a file, and what passes for a stack (a mapping that grows downwards;
 * the stack, moved to where there is room). A C library whose mremap is refused copies. Files without a path: denied_calls has them.
 */
static void restrict_memory(void) {
  ADD(TWIN_IF(SYS_mmap, 0, 6), TWIN_LOAD(TWIN_LOW(3)), TWIN_IF_BITS(MAP_GROWSDOWN, 2, 0),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SHARED_ANONYMOUS), TWIN_IF(SHARED_ANONYMOUS, 0, 1), TWIN_ERRNO(EPERM), TWIN_ALLOW);
  never(SYS_mremap);
}

/** Limits and scheduling of this process only. The process id survives exec. */
static void restrict_limits(unsigned own) {
  only_own(SYS_prlimit64, 0, own, 0);
  only_own(SYS_sched_setaffinity, 0, own, 0);
  only_own(SYS_sched_setparam, 0, own, 0);
  only_own(SYS_sched_setscheduler, 0, own, 0);
  only_own(SYS_sched_setattr, 0, own, 0);
}

/** Signals to this process only. */
static void restrict_signals(unsigned own) {
  only_own(SYS_kill, 0, own, own);
  only_own(SYS_tkill, 0, own, own);
  only_own(SYS_tgkill, 0, own, own);
  only_own(SYS_rt_sigqueueinfo, 0, own, own);
  only_own(SYS_rt_tgsigqueueinfo, 0, own, own);
}

enum {
  NEW_NAMESPACE = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
  BEYOND_ONE_PROCESS = 0x80000000U,
};

/** No signal to a group, or to everybody. */
static void never_many(void) {
  ADD(TWIN_IF(SYS_kill, 0, 5), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF_BITS(BEYOND_ONE_PROCESS, 2, 0), TWIN_IF(0, 1, 0), TWIN_ALLOW,
      TWIN_ERRNO(EPERM));
}

enum { DONT_FORK = 10 };

/**
 * A zygote ends what it forked, whom Landlock's scope holds within this domain. V8 marks its memory as not to be forked, which
 * would leave the child without any: that one advice is answered as if it were taken, and is not.
 */
static void restrict_zygote(void) {
  if (!is_scoped()) fail(EXIT_UNCONFINED, "Cannot confine: Landlock has no scope for signals, wanted ABI 6 (Linux 6.12)");
  never(SYS_setsid);
  never(SYS_setpgid);
  never_many();
  ADD(TWIN_IF(SYS_madvise, 0, 4), TWIN_LOAD(TWIN_LOW(2)), TWIN_IF(DONT_FORK, 0, 1), TWIN_ERRNO(0), TWIN_ALLOW);
}

/**
 * A program starts others, and what it started it may signal: Landlock ends that at this domain, from ABI 6 on; before, it
 * signals itself alone. Nobody leaves the process group, so that killing the group kills all; and nobody signals a whole
 * group, which is the group of its guard too.
 */
static void restrict_program(unsigned own) {
  never(SYS_setsid);
  never(SYS_setpgid);
  // clone3 hides its flags behind a pointer; on ENOSYS the C library takes clone.
  ADD(TWIN_IF(435 /* clone3 */, 0, 1), TWIN_ERRNO(ENOSYS));
  never_bits(SYS_clone, 0, NEW_NAMESPACE);
  if (!is_scoped()) restrict_signals(own);
  never_many();
}

/** Whether `call` makes a second name for a file. Who holds a `--mailbox` may: no link leads out of these trees or into them. */
static int is_link(unsigned call) {
#ifdef SYS_link
  if (call == SYS_link) return 1;
#endif
  return call == SYS_linkat;
}

void install_filter(const struct wish *wish) {
  unsigned own = (unsigned)getpid();
  ADD(TWIN_ARCH_CHECK);
  for (size_t i = 0; i < sizeof denied_calls / sizeof *denied_calls; i++)
    if (!wish->links || !is_link(denied_calls[i])) never(denied_calls[i]);
  restrict_new_sockets(wish);
  restrict_sockets(wish);
  restrict_commands(wish);
  keep_process_rules(wish);
  restrict_limits(own);
  if (wish->program) restrict_program(own);
  else {
    restrict_memory();
    if (wish->zygote) restrict_zygote();
    else restrict_signals(own);
  }
  ADD(TWIN_ALLOW);
  struct sock_fprog program = {.len = (unsigned short)filter_length, .filter = filter};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: this kernel refuses a seccomp filter (%s)", strerror(errno));
}
