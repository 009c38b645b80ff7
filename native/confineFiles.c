// The launcher's Landlock half: files, ports, and where signals and abstract sockets end. Relies on Landlock ABI 3 (Linux 6.2)
// and openat2; what a newer kernel can deny besides is denied there.
#include "confine.h"
#include "landlock.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

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

int is_scoped(void) { return landlock_abi() >= ABI_SCOPES; }

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
  long abi = landlock_abi();
  need(abi, ABI_NEEDED, "6.2, with landlock among its lsm=");
  if (wish->network == NETWORK_PORT) need(abi, ABI_PORTS, "6.7, for network = \"loopback:PORT\"");
  struct landlock_ruleset rules = landlock_everything(abi, wish->network == NETWORK_OPEN);
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
