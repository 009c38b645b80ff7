// What the parts of the Linux launcher share: how it fails, and what it was asked for. Relies on nothing but libc.
#ifndef TWIN_CONFINE_H
#define TWIN_CONFINE_H
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/types.h>

enum { EXIT_UNCONFINED = 5, EXIT_NO_PROGRAM = 127 };

/** Prints one sentence on stderr and ends. */
__attribute__((noreturn, format(printf, 2, 3))) void fail(int code, const char *format, ...);

/**
 * What may be reached. A helper has no network and starts nothing; a program starts programs, and its network is none, one
 * TCP port (of whatever host: Landlock knows no addresses), or whatever IP reaches.
 */
enum network { NETWORK_NONE, NETWORK_PORT, NETWORK_OPEN };
struct wish {
  int program;
  /** Whether regular files may be linked: an adapter's mailbox is made of links. Landlock says between which folders. */
  int links;
  /** Whether the process forks itself for each message: it may then fork, and end what it forked. */
  int zygote;
  enum network network;
  uint64_t port;
};

// confineFiles.c
/** Whether `option` is a rule on a path. */
int is_file_rule(const char *option);
/** A Landlock ruleset that denies all that this kernel can deny and `wish` does not need. Fails where that is too little. */
int new_ruleset(const struct wish *wish);
/** Grants what `option` says on `path`. */
void grant(int ruleset, const char *option, const char *path);
/** Enters `ruleset` for ever. */
void enter(int ruleset);
/** Whether Landlock ends signals and abstract sockets at this domain (ABI 6, Linux 6.12). */
int is_scoped(void);

// confineCalls.c
/** Installs the filter on system calls, for this process and whatever it becomes or starts. */
void install_filter(const struct wish *wish);

// confineProgram.c
/** Returns in a child, and gives its parent, which stays, ends as the child ends, and takes the child's whole group with it
 * then, and when `starter` is gone. */
pid_t start_group(pid_t starter);
/** Tries what must not work, and fails where anything goes through. */
void try_canaries(const struct wish *wish);

#endif
