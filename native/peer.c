// Who is at the other end of a unix socket. Linux: SO_PEERCRED, as it was when the connection was made, and the terminal from
// stat of proc(5). macOS: LOCAL_PEERPID and getpeereid(3), and the process table of sysctl(3). Relies on the descriptor
// being a unix socket; of any other the kernel says so.
#define _GNU_SOURCE
#include "peer.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#include <sys/un.h>
#endif

#ifdef __APPLE__
int twin_peer(int fd, int *pid, unsigned *uid) {
  pid_t process = 0;
  socklen_t length = sizeof process;
  uid_t user;
  gid_t group;
  if (getsockopt(fd, SOL_LOCAL, LOCAL_PEERPID, &process, &length) < 0 || getpeereid(fd, &user, &group) < 0) return errno;
  *pid = process;
  *uid = user;
  return 0;
}

int twin_has_terminal(int pid) {
  int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, pid};
  struct kinfo_proc process;
  size_t length = sizeof process;
  if (sysctl(name, 4, &process, &length, 0, 0) < 0 || length == 0) return -1;
  return process.kp_eproc.e_tdev != NODEV;
}
#else
int twin_peer(int fd, int *pid, unsigned *uid) {
  struct ucred peer = {0};
  socklen_t length = sizeof peer;
  int domain = 0;
  socklen_t size = sizeof domain;
  // A TCP socket answers too, with pid 0 and the overflow user.
  if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) < 0) return errno;
  if (domain != AF_UNIX) return EPROTOTYPE;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return errno;
  // A process of another pid namespace has no number here.
  if (peer.pid <= 0) return ENOTCONN;
  *pid = peer.pid;
  *uid = peer.uid;
  return 0;
}

int twin_has_terminal(int pid) {
  char path[32], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "re");
  if (!file) return -1;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  // The name of the program stands in brackets and may hold any character: fields are counted from the last one.
  const char *rest = strrchr(text, ')');
  int terminal;
  if (!rest || sscanf(rest + 1, " %*c %*d %*d %*d %d", &terminal) != 1) return -1;
  return terminal != 0;
}
#endif
