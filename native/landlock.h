// Landlock as the kernel knows it, for the launcher (confineFiles.c) and for a forked stage (zygote.c). Written out: the installed
// header may be older than the kernel. Relies on nothing.
#ifndef TWIN_LANDLOCK_H
#define TWIN_LANDLOCK_H
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  FS_EXECUTE = 1 << 0,
  FS_WRITE_FILE = 1 << 1,
  FS_READ_FILE = 1 << 2,
  FS_READ_DIR = 1 << 3,
  FS_REMOVE_DIR = 1 << 4,
  FS_REMOVE_FILE = 1 << 5,
  FS_MAKE_DIR = 1 << 7,
  FS_MAKE_REG = 1 << 8,
  FS_REFER = 1 << 13,
  FS_TRUNCATE = 1 << 14,
  FS_ALL_ABI_3 = (1 << 15) - 1,
  FS_IOCTL_DEV = 1 << 15,
  FS_RESOLVE_UNIX = 1 << 16,
};
enum {
  READ_TREE = FS_READ_FILE | FS_READ_DIR,
  WRITE_TREE = READ_TREE | FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG | FS_MAKE_DIR | FS_REMOVE_FILE | FS_REMOVE_DIR,
};
enum { NET_CONNECT_TCP = 2, NET_TCP = 3, NET_TCP_AND_UDP = 15 };
/** Abstract unix sockets and signals end at this domain. */
enum { SCOPE_ALL = 3 };
struct landlock_ruleset {
  uint64_t handled_access_fs, handled_access_net, scoped;
};
struct __attribute__((packed)) landlock_path {
  uint64_t allowed_access;
  int32_t parent_fd;
};
struct landlock_port {
  uint64_t allowed_access, port;
};
enum { SYS_landlock_create = 444, SYS_landlock_add = 445, SYS_landlock_restrict = 446, SYS_openat2_call = 437 };
enum { LANDLOCK_VERSION = 1, LANDLOCK_PATH_BENEATH = 1, LANDLOCK_NET_PORT = 2 };
enum { ABI_NEEDED = 3, ABI_PORTS = 4, ABI_DEVICES = 5, ABI_SCOPES = 6, ABI_UNIX = 9, ABI_UDP = 10 };
struct open_how_form {
  uint64_t flags, mode, resolve;
};
enum { NO_MAGIC_LINKS = 2, NO_SYMBOLIC_LINKS = 4 };

static inline long landlock_abi(void) { return syscall(SYS_landlock_create, (void *)0, 0, LANDLOCK_VERSION); }

/** Everything that a kernel of this ABI can deny, but for the network where it is `open`. */
static inline struct landlock_ruleset landlock_everything(long abi, int open) {
  struct landlock_ruleset rules = {.handled_access_fs = FS_ALL_ABI_3};
  if (abi >= ABI_DEVICES) rules.handled_access_fs |= FS_IOCTL_DEV;
  if (abi >= ABI_UNIX) rules.handled_access_fs |= FS_RESOLVE_UNIX;
  // Bind and connect: what no rule grants is no port at all.
  if (abi >= ABI_PORTS && !open) rules.handled_access_net = abi >= ABI_UDP ? NET_TCP_AND_UDP : NET_TCP;
  if (abi >= ABI_SCOPES) rules.scoped = SCOPE_ALL;
  return rules;
}

#endif
