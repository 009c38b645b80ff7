// What the launcher does for a program that is not twin's: it stays as the parent, so that no descendant outlives the program
// or twind, and it tries what must not work, since the program cannot be asked to. Two processes, each alone with the part that
// the other cannot do: the supervisor tells twind how the program ended, and so may not be in the group that dies with it; the
// guard leads that group, and ends it where the supervisor was killed. Relies on confineCalls.c keeping everybody in the group.
#include "confine.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/** Ends as the program has ended: by the same signal, or with the same code. */
__attribute__((noreturn)) static void end_like(int status) {
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  int number = WTERMSIG(status);
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  kill(getpid(), number);
  _exit(128 + number);
}

/** Who reads the other end of the program's descriptors must see the program close them. */
static void close_from(unsigned first) { syscall(436 /* close_range */, first, ~0U, 0); }

/** Leads the program's group, and ends with it when the supervisor dies. */
static pid_t start_guard(const sigset_t *wanted) {
  pid_t supervisor = getpid(), guard = fork();
  if (guard < 0) fail(EXIT_UNCONFINED, "Cannot confine: no process can be started (%s)", strerror(errno));
  if (guard > 0) {
    // Both do it: whoever comes first, the group is there when the program joins it.
    setpgid(guard, guard);
    return guard;
  }
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  if (getppid() != supervisor) _exit(EXIT_UNCONFINED);
  // Whoever reads stdout and stderr to their end has then seen everybody killed.
  close_from(3);
  for (int number = 0; number != SIGTERM;) sigwait(wanted, &number);
  kill(0, SIGKILL);
  _exit(EXIT_UNCONFINED);
}

/** Nothing of the program's group is left when this process ends, whichever of them ends first. */
__attribute__((noreturn)) static void supervise(pid_t program, pid_t guard, const sigset_t *wanted) {
  close_from(0);
  for (;;) {
    int number = 0, status;
    sigwait(wanted, &number);
    int ended = waitpid(program, &status, WNOHANG) == program;
    // SIGTERM: the starter is gone, or asks for the end.
    if (!ended && number != SIGTERM && waitpid(guard, NULL, WNOHANG) != guard) continue;
    kill(-guard, SIGKILL);
    end_like(ended ? status : SIGKILL);
  }
}

pid_t start_group(pid_t starter) {
  // The leader of a session leads its group already.
  if (setpgid(0, 0) < 0 && getpgrp() != getpid())
    fail(EXIT_UNCONFINED, "Cannot confine: no process group of its own (%s)", strerror(errno));
  sigset_t wanted, before;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGCHLD);
  sigaddset(&wanted, SIGTERM);
  sigprocmask(SIG_BLOCK, &wanted, &before);
  prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  if (getppid() != starter) _exit(EXIT_UNCONFINED);
  pid_t supervisor = getpid(), guard = start_guard(&wanted), program = fork();
  if (program < 0) fail(EXIT_UNCONFINED, "Cannot confine: no process can be started (%s)", strerror(errno));
  if (program > 0) supervise(program, guard, &wanted);
  if (setpgid(0, guard) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: the group of the program cannot be entered (%s)", strerror(errno));
  sigprocmask(SIG_SETMASK, &before, NULL);
  return supervisor;
}

static int refused(int result) { return result < 0 && (errno == EACCES || errno == EPERM); }

/** What a connection to `port` of this machine answers: an errno, 0 where it is made. */
static int connecting(uint16_t port) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return errno;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int result = connect(fd, (const struct sockaddr *)&to, sizeof to) < 0 ? errno : 0;
  close(fd);
  return result;
}

static void must_fail(const char *act, int is_refused) {
  if (!is_refused) fail(EXIT_UNCONFINED, "Cannot confine: an attempt to %s was not refused", act);
}

void try_canaries(const struct wish *wish) {
  // /proc is granted to nobody, and anybody may read this file of it.
  must_fail("read a file outside", refused(open("/proc/self/status", O_RDONLY | O_CLOEXEC)));
  must_fail("list a directory outside", refused(open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
  must_fail("open a unix socket", refused(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)));
  must_fail("signal its starter", refused(kill(getppid(), 0)));
  must_fail("leave its process group", refused(setsid()));
  if (wish->network == NETWORK_OPEN) return;
  must_fail("open a datagram socket", refused(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)));
  int other = connecting(wish->port == 9 ? 7 : 9);
  must_fail("connect to another port", other == EACCES || other == EPERM);
}
