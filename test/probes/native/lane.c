// Ways out through an inherited connected socket: re-pointing it, or listening on it. Arguments: descriptor, port.
// Each act first tries to disconnect and swallows a pending error, so that it starts from the best state an attacker can reach.
#include "probes.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#ifndef MSG_FASTOPEN
#define MSG_FASTOPEN 0x20000000
#endif

static int disconnect(int fd) {
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  return outcome(connect(fd, &none, sizeof none));
}
static void loosen(int fd) {
  char byte;
  while (recv(fd, &byte, 1, MSG_DONTWAIT) > 0)
    ;
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  shutdown(fd, SHUT_RDWR);
  disconnect(fd);
}
static struct sockaddr_in to(long port) {
  return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int unspec(const struct argument *a) { return disconnect((int)a[0].number); }
static int reconnect(const struct argument *a) {
  loosen((int)a[0].number);
  struct sockaddr_in address = to(a[1].number);
  return outcome(connect((int)a[0].number, (struct sockaddr *)&address, sizeof address));
}
static int listen_unbound(const struct argument *a) {
  loosen((int)a[0].number);
  return outcome(listen((int)a[0].number, 1));
}
static int fast_open_sendto(const struct argument *a) {
  loosen((int)a[0].number);
  struct sockaddr_in address = to(a[1].number);
  return outcome(sendto((int)a[0].number, "out", 3, MSG_FASTOPEN, (struct sockaddr *)&address, sizeof address));
}
static int fast_open_message(const struct argument *a, int many) {
  loosen((int)a[0].number);
  struct sockaddr_in address = to(a[1].number);
  struct iovec part = {.iov_base = "out", .iov_len = 3};
  struct mmsghdr message = {
      .msg_hdr = {.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1}};
  return outcome(many ? sendmmsg((int)a[0].number, &message, 1, MSG_FASTOPEN)
                      : sendmsg((int)a[0].number, &message.msg_hdr, MSG_FASTOPEN));
}
static int fast_open_sendmsg(const struct argument *a) { return fast_open_message(a, 0); }
static int fast_open_sendmmsg(const struct argument *a) { return fast_open_message(a, 1); }

/** What one process sets on a socket, another that has it finds. */
static int set_option(const struct argument *a) {
  int value = 7;
  return outcome(setsockopt((int)a[0].number, SOL_SOCKET, SO_PRIORITY, &value, sizeof value));
}
static int shut(const struct argument *a) { return outcome(shutdown((int)a[0].number, SHUT_RD)); }

const struct row lane_probes[] = {
    {"set-option", set_option},
    {"shut", shut},
    {"lane-unspec", unspec},
    {"lane-reconnect", reconnect},
    {"lane-listen", listen_unbound},
    {"lane-fast-open-sendto", fast_open_sendto},
    {"lane-fast-open-sendmsg", fast_open_sendmsg},
    {"lane-fast-open-sendmmsg", fast_open_sendmmsg},
    {NULL, NULL},
};
