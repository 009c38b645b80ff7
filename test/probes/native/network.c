// Ways out through a socket of one's own.
#include "probes.h"
#include <arpa/inet.h>
#include <linux/netlink.h>
#include <linux/if_ether.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef MSG_FASTOPEN
#define MSG_FASTOPEN 0x20000000
#endif
enum { MPTCP = 262 };

static struct sockaddr_in v4(long port) {
  return (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}
static struct sockaddr_in6 v6(long port) {
  return (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
}
/** A name that begins with @ is abstract. */
static socklen_t unix_address(struct sockaddr_un *address, const char *name) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  strncpy(address->sun_path, name, sizeof address->sun_path - 1);
  if (name[0] == '@') address->sun_path[0] = 0;
  return offsetof(struct sockaddr_un, sun_path) + strlen(name) + (name[0] == '@' ? 0 : 1);
}

static int connect_to(int fd, const void *address, socklen_t length) {
  if (fd < 0) return errno;
  int result = outcome(connect(fd, address, length));
  close(fd);
  return result;
}
static int tcp4(const struct argument *a) {
  struct sockaddr_in to = v4(a[0].number);
  return connect_to(socket(AF_INET, SOCK_STREAM, 0), &to, sizeof to);
}
static int tcp6(const struct argument *a) {
  struct sockaddr_in6 to = v6(a[0].number);
  return connect_to(socket(AF_INET6, SOCK_STREAM, 0), &to, sizeof to);
}
static int mptcp(const struct argument *a) {
  struct sockaddr_in to = v4(a[0].number);
  return connect_to(socket(AF_INET, SOCK_STREAM, MPTCP), &to, sizeof to);
}
static int unix_stream(const struct argument *a) {
  struct sockaddr_un to;
  socklen_t length = unix_address(&to, a[0].text);
  return connect_to(socket(AF_UNIX, SOCK_STREAM, 0), &to, length);
}

static int send_to(int fd, int flags, const void *address, socklen_t length) {
  if (fd < 0) return errno;
  int result = outcome(sendto(fd, "out", 3, flags, address, length));
  close(fd);
  return result;
}
static int udp4(const struct argument *a) {
  struct sockaddr_in to = v4(a[0].number);
  return send_to(socket(AF_INET, SOCK_DGRAM, 0), 0, &to, sizeof to);
}
static int udp6(const struct argument *a) {
  struct sockaddr_in6 to = v6(a[0].number);
  return send_to(socket(AF_INET6, SOCK_DGRAM, 0), 0, &to, sizeof to);
}
static int fast_open_sendto(const struct argument *a) {
  struct sockaddr_in to = v4(a[0].number);
  return send_to(socket(AF_INET, SOCK_STREAM, 0), MSG_FASTOPEN, &to, sizeof to);
}
static int fast_open_sendmsg(const struct argument *a) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return errno;
  struct sockaddr_in to = v4(a[0].number);
  struct iovec part = {.iov_base = "out", .iov_len = 3};
  struct msghdr message = {.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = &part, .msg_iovlen = 1};
  int result = outcome(sendmsg(fd, &message, MSG_FASTOPEN));
  close(fd);
  return result;
}
/** No socket() at all: one end of a pair reaches any bound datagram socket of the machine. */
static int datagram_pair(const struct argument *a) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0) return errno;
  struct sockaddr_un to;
  socklen_t length = unix_address(&to, a[0].text);
  int result = send_to(ends[0], 0, &to, length);
  close(ends[1]);
  return result;
}
static int listening(const struct argument *a) {
  (void)a;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return errno;
  struct sockaddr_in any = v4(0);
  int result = outcome(bind(fd, (struct sockaddr *)&any, sizeof any));
  if (result == 0) result = outcome(listen(fd, 1));
  close(fd);
  return result;
}
static int netlink(const struct argument *a) {
  (void)a;
  return opened(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
}
static int vsock(const struct argument *a) {
  (void)a;
  return opened(socket(AF_VSOCK, SOCK_STREAM, 0));
}
static int raw(const struct argument *a) {
  (void)a;
  return opened(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}
static int packet(const struct argument *a) {
  (void)a;
  return opened(socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL)));
}
/** linux/io_uring.h: io_uring_setup takes a struct of 120 bytes, all zero for the defaults. */
static int io_uring(const struct argument *a) {
  (void)a;
  char parameters[120] = {0};
  return opened((int)syscall(425, 4, parameters));
}

/** For the tests' own side: a bound socket that stays open. Answers the negative descriptor, or an errno. */
static int bound(const char *name, int type) {
  struct sockaddr_un address;
  socklen_t length = unix_address(&address, name);
  int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, length) < 0) return errno;
  if (type == SOCK_STREAM && listen(fd, 64) < 0) return errno;
  return -fd;
}
static int bind_stream(const struct argument *a) { return bound(a[0].text, SOCK_STREAM); }
static int bind_datagram(const struct argument *a) { return bound(a[0].text, SOCK_DGRAM); }

const struct row network_probes[] = {
    {"tcp4", tcp4}, {"tcp6", tcp6}, {"udp4", udp4}, {"udp6", udp6}, {"mptcp", mptcp}, {"unix-stream", unix_stream},
    {"datagram-pair", datagram_pair}, {"fast-open-sendto", fast_open_sendto}, {"fast-open-sendmsg", fast_open_sendmsg},
    {"listen", listening}, {"netlink", netlink}, {"vsock", vsock}, {"raw", raw}, {"packet", packet},
    {"io-uring", io_uring}, {"bind-stream", bind_stream}, {"bind-datagram", bind_datagram}, {NULL, NULL},
};
