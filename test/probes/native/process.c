// Other processes: their memory, signals, descriptors and limits; and new processes without exec. First argument: a pid.
#include "probes.h"
#include <asm/sockios.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>

static int attach(const struct argument *a) {
  int result = outcome(ptrace(PTRACE_SEIZE, (pid_t)a[0].number, 0, 0));
  if (result == 0) {
    ptrace(PTRACE_INTERRUPT, (pid_t)a[0].number, 0, 0);
    waitpid((pid_t)a[0].number, 0, __WALL);
    ptrace(PTRACE_DETACH, (pid_t)a[0].number, 0, 0);
  }
  return result;
}
/** An unmapped address answers EFAULT only to whoever may look at all. */
static int read_memory(const struct argument *a) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)8, 1};
  int result = outcome(process_vm_readv((pid_t)a[0].number, &here, 1, &there, 1, 0));
  return result == EFAULT ? 0 : result;
}
static int write_memory(const struct argument *a) {
  char byte = 0;
  struct iovec here = {&byte, 1}, there = {(void *)8, 1};
  int result = outcome(process_vm_writev((pid_t)a[0].number, &here, 1, &there, 1, 0));
  return result == EFAULT ? 0 : result;
}
static int signal_other(const struct argument *a) { return outcome(kill((pid_t)a[0].number, SIGCONT)); }
static int signal_group(const struct argument *a) { return outcome(kill(-(pid_t)a[0].number, SIGCONT)); }
static int signal_thread(const struct argument *a) {
  return outcome(syscall(SYS_tgkill, (pid_t)a[0].number, (pid_t)a[0].number, SIGCONT));
}
static int signal_task(const struct argument *a) { return outcome(syscall(SYS_tkill, (pid_t)a[0].number, SIGCONT)); }
static int signal_queue(const struct argument *a) {
  siginfo_t about = {.si_signo = SIGCONT, .si_code = SI_QUEUE};
  return outcome(syscall(SYS_rt_sigqueueinfo, (pid_t)a[0].number, SIGCONT, &about));
}
/** The high half of a pid argument is not looked at by the kernel: a filter that compares 64 bits would be passed. */
static int signal_high(const struct argument *a) {
  return outcome(syscall(SYS_kill, (uint64_t)a[0].number | 0xffffffff00000000ULL, SIGCONT));
}
/** The owner of a descriptor gets a signal of the descriptor's choice when bytes arrive: here one that it ignores. */
static int signal_descriptor(const struct argument *a) {
  int ends[2];
  if (pipe(ends) < 0) return errno;
  int result = outcome(fcntl(ends[0], F_SETOWN, (pid_t)a[0].number));
  if (result == 0) result = outcome(fcntl(ends[0], F_SETSIG, SIGCONT));
  close(ends[0]);
  close(ends[1]);
  return result;
}
static int signal_descriptor_control(const struct argument *a) {
  int ends[2], owner = (int)a[0].number;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) return errno;
  int result = outcome(ioctl(ends[0], FIOSETOWN, &owner));
  close(ends[0]);
  close(ends[1]);
  return result;
}
static int signal_own_group(const struct argument *a) {
  (void)a;
  return outcome(kill(0, SIGCONT));
}
static int leave_session(const struct argument *a) {
  (void)a;
  return outcome(setsid());
}
static int leave_group(const struct argument *a) {
  (void)a;
  return outcome(setpgid(0, 0));
}
/** In a child, since the leader of a session cannot leave it: nobody may. */
static int leave_session_forked(const struct argument *a) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(leave_session(a));
  int status;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
static int signal_self(const struct argument *a) {
  (void)a;
  return outcome(kill(getpid(), SIGCONT));
}
static int pid_descriptor(const struct argument *a) { return opened((int)syscall(434, (pid_t)a[0].number, 0)); }
static int limits(const struct argument *a) {
  struct rlimit limit;
  return outcome(syscall(SYS_prlimit64, (pid_t)a[0].number, RLIMIT_NOFILE, NULL, &limit));
}
static int compare(const struct argument *a) {
  return outcome(syscall(SYS_kcmp, (pid_t)a[0].number, getpid(), 2 /* KCMP_FILES */, 0, 0) < 0 ? -1 : 0);
}

static int reap(long child) {
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid((pid_t)child, 0, __WALL);
  return 0;
}
static int forked(const struct argument *a) {
  (void)a;
  return reap(fork());
}
static int cloned(const struct argument *a) {
  (void)a;
  return reap(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
}
static int cloned3(const struct argument *a) {
  (void)a;
  uint64_t arguments[8] = {[4] = SIGCHLD};
  return reap(syscall(435, arguments, sizeof arguments));
}
static int cloned_user_namespace(const struct argument *a) {
  (void)a;
  return reap(syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0));
}
#if defined(__x86_64__)
static int forked_raw(const struct argument *a) {
  (void)a;
  return reap(syscall(SYS_fork));
}
static int vforked(const struct argument *a) {
  (void)a;
  pid_t child = vfork();
  if (child == 0) _exit(0);
  return reap(child);
}
#endif
/** Whether others of this user may look into this process. */
static int dumpable(const struct argument *a) {
  (void)a;
  return prctl(PR_GET_DUMPABLE) == 1 ? 0 : EPERM;
}
static int dumpable_again(const struct argument *a) {
  (void)a;
  return outcome(prctl(PR_SET_DUMPABLE, 1));
}
/** Puts off what kills it when its starter ends. */
static int outlive(const struct argument *a) {
  (void)a;
  return outcome(prctl(PR_SET_PDEATHSIG, 0));
}
static int shared_without_file(const struct argument *a) {
  (void)a;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, 4096);
  return 0;
}
/** A mapping that grows downwards counts as a stack, which no limit on data sees, however large it is mapped. */
static int memory_as_stack(const struct argument *a) {
  (void)a;
  size_t size = (size_t)3 << 30;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, size);
  return 0;
}
/** The same by moving a page of the stack to where there is room, and making it longer. */
static int memory_from_stack(const struct argument *a) {
  (void)a;
  char here[3 * 4096];
  uintptr_t page = ((uintptr_t)here + 4095) & ~(uintptr_t)4095;
  memset(here, 0, sizeof here);
  size_t size = (size_t)3 << 30;
  // A page of its own first: a part of a mapping cannot grow.
  void *moved = mremap((void *)page, 4096, 4096, MREMAP_MAYMOVE | 4 /* don't unmap */, NULL);
  if (moved == MAP_FAILED) return errno;
  void *memory = mremap(moved, 4096, size, MREMAP_MAYMOVE);
  int result = memory == MAP_FAILED ? errno : 0;
  if (result == 0) munmap(memory, size);
  else munmap(moved, 4096);
  return result;
}
/** Reading costs the tables of pages, which count as no data of the process. */
static int address_space(const struct argument *a) {
  (void)a;
  size_t size = (size_t)1 << 40;
  void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, size);
  return 0;
}
static int hold(void *nothing) {
  (void)nothing;
  pause();
  return 0;
}
/** Threads without memory of their own: each costs the kernel a stack, and the machine the number of a process. */
static int threads(const struct argument *a) {
  static char stack[65536];
  long made = 0;
  for (; made < a[0].number; made++) {
    int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    if (clone(hold, stack + sizeof stack, flags, NULL) < 0) return errno;
  }
  return 0;
}
static int file_without_path(const struct argument *a) {
  (void)a;
  return opened((int)syscall(SYS_memfd_create, "twin-probe", 0));
}
static int core_file(const struct argument *a) {
  (void)a;
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  return limit.rlim_max > 0 ? 0 : EPERM;
}

const struct row process_probes[] = {
    {"ptrace", attach},
    {"read-memory", read_memory},
    {"write-memory", write_memory},
    {"signal", signal_other},
    {"signal-group", signal_group},
    {"signal-thread", signal_thread},
    {"signal-task", signal_task},
    {"signal-queue", signal_queue},
    {"signal-high", signal_high},
    {"signal-descriptor", signal_descriptor},
    {"signal-descriptor-control", signal_descriptor_control},
    {"signal-self", signal_self},
    {"signal-own-group", signal_own_group},
    {"leave-session", leave_session_forked},
    {"leave-group", leave_group},
    {"pid-descriptor", pid_descriptor},
    {"limits", limits},
    {"compare", compare},
    {"fork", forked},
    {"clone", cloned},
    {"clone3", cloned3},
    {"clone-user-namespace", cloned_user_namespace},
#if defined(__x86_64__)
    {"fork-raw", forked_raw},
    {"vfork", vforked},
#endif
    {"dumpable", dumpable},
    {"dumpable-again", dumpable_again},
    {"outlive", outlive},
    {"shared-without-file", shared_without_file},
    {"memory-as-stack", memory_as_stack},
    {"memory-from-stack", memory_from_stack},
    {"address-space", address_space},
    {"threads", threads},
    {"file-without-path", file_without_path},
    {"core-file", core_file},
    {NULL, NULL},
};
