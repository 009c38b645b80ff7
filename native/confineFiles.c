// The launcher's Landlock half: files, ports, and where signals and abstract sockets end. Relies on Landlock ABI 3 (Linux 6.2)
// and openat2; what a newer kernel can deny besides is denied there.
#include "confine.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

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
  FS_REFER = 1 << 13,
  FS_TRUNCATE = 1 << 14,
  FS_ALL_ABI_3 = (1 << 15) - 1,
  FS_IOCTL_DEV = 1 << 15,
  FS_RESOLVE_UNIX = 1 << 16,
};
enum { NET_CONNECT_TCP = 2, NET_TCP = 3, NET_TCP_AND_UDP = 15 };
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

enum {
  READ_TREE = FS_READ_FILE | FS_READ_DIR,
  WRITE_TREE = READ_TREE | FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG | FS_MAKE_DIR | FS_REMOVE_FILE | FS_REMOVE_DIR,
};
struct kind {
  const char *option;
  uint64_t rights;
  int directory;
};
// A file rule binds one inode, a directory rule its whole tree. `--write` makes regular files and directories and nothing
// else: no link, socket, FIFO or device, and no EXECUTE on what it made. A helper has EXECUTE on node and its loader alone,
// and REFER nowhere, so that nothing moves between trees; but for an adapter, whose `--mailbox` trees hold files under several
// names. The last three are a program's: whatever it may read it may also start (the loader would start it in any case), and
// a file moves between the folders that it may write.
static const struct kind kinds[] = {
    {"--exec", FS_READ_FILE | FS_EXECUTE, 0},
    {"--file", FS_READ_FILE, 0},
    {"--tree", READ_TREE, 1},
    {"--list", FS_READ_DIR, 1},
    {"--reads", FS_READ_FILE, 1},
    {"--write", WRITE_TREE, 1},
    {"--mailbox", WRITE_TREE | FS_REFER, 1},
    {"--run", READ_TREE | FS_EXECUTE, 1},
    {"--store", WRITE_TREE | FS_REFER, 1},
    {"--device", FS_READ_FILE | FS_WRITE_FILE | FS_TRUNCATE, 0},
};

static const struct kind *kind_of(const char *option) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].option, option) == 0) return &kinds[i];
  return NULL;
}
int is_file_rule(const char *option) { return kind_of(option) != NULL; }

static long abi_of_kernel(void) { return syscall(SYS_landlock_create, NULL, 0, LANDLOCK_VERSION); }
int is_scoped(void) { return abi_of_kernel() >= ABI_SCOPES; }

/** Fails with the kernel's name unless it offers `wanted`, which came with Linux `since`. */
static void need(long abi, long wanted, const char *since) {
  if (abi >= wanted) return;
  struct utsname name;
  uname(&name);
  char offered[48] = "no Landlock";
  if (abi > 0) snprintf(offered, sizeof offered, "Landlock ABI %ld", abi);
  fail(EXIT_UNCONFINED, "Cannot confine: Linux %s offers %s, wanted Landlock ABI %ld or newer (Linux %s)", name.release,
       offered, wanted, since);
}

/** Without ABI 3, truncation would stay open; without ABI 4, one port could not be told from another: refused. */
int new_ruleset(const struct wish *wish) {
  long abi = abi_of_kernel();
  need(abi, ABI_NEEDED, "6.2, with landlock among its lsm=");
  if (wish->network == NETWORK_PORT) need(abi, ABI_PORTS, "6.7, for network = \"loopback:PORT\"");
  struct landlock_ruleset rules = {.handled_access_fs = FS_ALL_ABI_3};
  if (abi >= ABI_DEVICES) rules.handled_access_fs |= FS_IOCTL_DEV;
  if (abi >= ABI_UNIX) rules.handled_access_fs |= FS_RESOLVE_UNIX;
  // Bind and connect: what no rule grants is no port at all.
  if (abi >= ABI_PORTS && wish->network != NETWORK_OPEN) rules.handled_access_net = abi >= ABI_UDP ? NET_TCP_AND_UDP : NET_TCP;
  if (abi >= ABI_SCOPES) rules.scoped = 3;  // abstract unix sockets and signals end at this domain
  int ruleset = (int)syscall(SYS_landlock_create, &rules, sizeof rules, 0);
  if (ruleset < 0) fail(EXIT_UNCONFINED, "Cannot confine: Landlock refuses its rules (%s)", strerror(errno));
  struct landlock_port rule = {.allowed_access = NET_CONNECT_TCP, .port = wish->port};
  if (wish->network == NETWORK_PORT && syscall(SYS_landlock_add, ruleset, LANDLOCK_NET_PORT, &rule, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: Landlock refuses the port (%s)", strerror(errno));
  return ruleset;
}

/**
 * What is absent, or closed to this user anyway, is skipped: nothing is granted in its place. A path of the wrong kind is
 * refused: a file's rights on a directory would open its whole tree.
 */
void grant(int ruleset, const char *option, const char *path) {
  const struct kind *kind = kind_of(option);
  // No symbolic link anywhere in the path: a link swapped in after the profile was made would widen it.
  struct open_how_form how = {.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW, .resolve = NO_SYMBOLIC_LINKS | NO_MAGIC_LINKS};
  if (path[0] != '/') fail(EXIT_UNCONFINED, "Cannot confine: %s %s is relative, wanted an absolute path", option, path);
  int fd = (int)syscall(SYS_openat2_call, AT_FDCWD, path, &how, sizeof how);
  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES)) return;
  if (fd < 0) fail(EXIT_UNCONFINED, "Cannot confine: %s %s: %s, wanted a real path", option, path, strerror(errno));
  struct stat about;
  if (fstat(fd, &about) < 0 || S_ISLNK(about.st_mode) || (S_ISDIR(about.st_mode) ? 1 : 0) != kind->directory)
    fail(EXIT_UNCONFINED, "Cannot confine: %s %s is of another kind, wanted a %s", option, path,
         kind->directory ? "directory" : "file");
  struct landlock_path rule = {.allowed_access = kind->rights, .parent_fd = fd};
  if (syscall(SYS_landlock_add, ruleset, LANDLOCK_PATH_BENEATH, &rule, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: %s %s: %s", option, path, strerror(errno));
  close(fd);
}

void enter(int ruleset) {
  if (syscall(SYS_landlock_restrict, ruleset, 0) < 0)
    fail(EXIT_UNCONFINED, "Cannot confine: Landlock cannot be entered (%s)", strerror(errno));
  close(ruleset);
}
