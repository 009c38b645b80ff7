// The forbidden acts that the proof of confinement tries natively, the same on both systems. Relies on POSIX.
#include "attempts.h"
#include <errno.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int twin_attempt_socket(void) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return errno;
#ifdef __APPLE__
  // Seatbelt refuses the address, not the socket: a connection to the discard port of this machine tells.
  static const unsigned char loopback[16] = {16, AF_INET, 0, 9, 127, 0, 0, 1};
  int result = connect(fd, (const struct sockaddr *)loopback, sizeof loopback) < 0 ? errno : 0;
  close(fd);
  return result;
#else
  close(fd);
  return 0;
#endif
}

int twin_attempt_fork(void) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid(child, 0, 0);
  return 0;
}

int twin_attempt_exec(void) {
  char *const program[] = {(char *)"/usr/bin/false", 0};
  char *const environment[] = {0};
  execve(program[0], program, environment);
  return errno;
}
