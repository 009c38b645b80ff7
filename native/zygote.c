// Forks a warm node process for one message, and takes from the child all but that message: a Landlock layer of its own below the
// zygote's, a filter that forbids processes and signals, no descriptor but the one it reports on. Relies on the zygote running no
// other thread that matters (--single-threaded), and on the launcher's rules, which stay in force below these.
#define _GNU_SOURCE
#include "zygote.h"
#include "deny.h"
#include "landlock.h"
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

/** The child's end of a pipe that nobody writes to: its last copy is closed when the child is gone. */
static int alive = -1;

static long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

/** Waits for the child until `deadline`, then ends it. Not one byte of the pipe is read: the child could write there. */
static void reap(pid_t child, int pipe, long deadline, struct twin_ended *ended) {
  struct pollfd watched = {.fd = pipe, .events = 0};
  for (long left = deadline - milliseconds_now(); left > 0; left = deadline - milliseconds_now())
    if (poll(&watched, 1, (int)left) > 0) break;
  int status = 0;
  // The pipe is closed a moment before the process counts as ended; a child may also close it and go on.
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (milliseconds_now() >= deadline) {
      ended->late = 1;
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
    nanosleep(&(struct timespec){0, 50000}, NULL);
  }
  ended->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  ended->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

int twin_fork(int milliseconds, struct twin_ended *ended) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  long deadline = milliseconds_now() + milliseconds;
  pid_t parent = getpid(), child = fork();
  if (child < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return -error;
  }
  if (child == 0) {
    close(ends[0]);
    alive = ends[1];
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0 || getppid() != parent) _exit(1);
    return 0;
  }
  close(ends[1]);
  reap(child, ends[0], deadline, ended);
  close(ends[0]);
  return child;
}

/** Keeps 0, 1, 2, what it reports on (as 3), and the pipe (as 4): the zygote's channel is 3 until then. */
static int keep_descriptors(int kept) {
  int at_four = fcntl(alive, F_DUPFD_CLOEXEC, 5), at_three = fcntl(kept, F_DUPFD_CLOEXEC, 5);
  if (at_four < 0 || at_three < 0 || dup2(at_three, 3) < 0 || dup2(at_four, 4) < 0) return errno;
  return syscall(436 /* close_range */, 5, ~0U, 0) < 0 ? errno : 0;
}

static int grant_all(int ruleset, const char *const *paths, uint64_t of_file, uint64_t of_folder) {
  struct open_how_form how = {.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW, .resolve = NO_SYMBOLIC_LINKS | NO_MAGIC_LINKS};
  for (; *paths; paths++) {
    int fd = (int)syscall(SYS_openat2_call, AT_FDCWD, *paths, &how, sizeof how);
    if (fd < 0) return errno;
    struct stat about;
    if (fstat(fd, &about) < 0) return errno;
    uint64_t rights = S_ISDIR(about.st_mode) ? of_folder : S_ISREG(about.st_mode) ? of_file : 0;
    if (!rights) return EINVAL;
    struct landlock_path rule = {.allowed_access = rights, .parent_fd = fd};
    if (syscall(SYS_landlock_add, ruleset, LANDLOCK_PATH_BENEATH, &rule, 0) < 0) return errno;
    close(fd);
  }
  return 0;
}

static int enter_landlock(const struct twin_message *message) {
  struct landlock_ruleset rules = landlock_everything(landlock_abi(), 0);
  int ruleset = (int)syscall(SYS_landlock_create, &rules, sizeof rules, 0);
  if (ruleset < 0) return errno;
  int error = grant_all(ruleset, message->reads, FS_READ_FILE, READ_TREE);
  if (!error) error = grant_all(ruleset, message->writes, 0, WRITE_TREE);
  if (!error && syscall(SYS_landlock_restrict, ruleset, 0) < 0) error = errno;
  close(ruleset);
  return error;
}

// Refuses `call` unless the low half of its first argument is `own`.
#define ONLY(call, own) \
  TWIN_IF(call, 0, 4), TWIN_LOAD(TWIN_LOW(0)), TWIN_IF(own, 0, 1), TWIN_ALLOW, TWIN_ERRNO(EPERM)
#define NEVER(call) TWIN_IF(call, 0, 1), TWIN_ERRNO(EPERM)

/** What the launcher's filter left to the zygote and a child has no use for. The zygote's own id is in that filter: not in this. */
static int enter_filter(void) {
  unsigned own = (unsigned)getpid();
  struct sock_filter filter[] = {
      TWIN_ARCH_CHECK,
      // Threads too: each costs the kernel a stack that no limit counts, and the user one of the processes it may have.
      NEVER(SYS_clone),
      // Rules cost the kernel memory that nobody counts.
      NEVER(SYS_landlock_create),
      NEVER(SYS_landlock_add),
      NEVER(SYS_landlock_restrict),
#if defined(__x86_64__)
      NEVER(SYS_fork),
      NEVER(SYS_vfork),
#endif
      // Stdout and stderr are sockets that every child of the zygote has: what one sets on them the next would find.
      NEVER(SYS_setsockopt),
      NEVER(SYS_shutdown),
      ONLY(SYS_kill, own),
      ONLY(SYS_tkill, own),
      ONLY(SYS_tgkill, own),
      ONLY(SYS_rt_sigqueueinfo, own),
      ONLY(SYS_rt_tgsigqueueinfo, own),
      ONLY(SYS_prlimit64, 0),
      ONLY(SYS_sched_setaffinity, 0),
      ONLY(SYS_sched_setparam, 0),
      ONLY(SYS_sched_setscheduler, 0),
      ONLY(SYS_sched_setattr, 0),
      TWIN_IF(SYS_prctl, 0, 4),
      TWIN_LOAD(TWIN_LOW(0)),
      TWIN_IF(PR_SET_PDEATHSIG, 0, 1),
      TWIN_ERRNO(EPERM),
      TWIN_ALLOW,
      TWIN_ALLOW,
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? errno : 0;
}

int twin_enter_message(const struct twin_message *message) {
  if (alive < 0) return ESRCH;
  int error = keep_descriptors(message->kept);
  if (!error) error = enter_landlock(message);
  return error ? error : enter_filter();
}
