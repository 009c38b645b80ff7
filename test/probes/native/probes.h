// Forbidden acts as raw system calls, one function each. Compiled by the tests, never shipped. Every function answers 0 when
// the act succeeded, else the errno of its refusal.
#ifndef TWIN_PROBES_H
#define TWIN_PROBES_H
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct argument {
  const char *text;
  long number;
};
typedef int probe(const struct argument *arguments);
struct row {
  const char *name;
  probe *run;
};
extern const struct row network_probes[], lane_probes[], process_probes[], exec_probes[], kernel_probes[];

/** The errno of a call that answered -1, else 0. */
static inline int outcome(long result) { return result < 0 ? errno : 0; }
/** The same, and closes what the success opened. */
static inline int opened(int fd) {
  if (fd < 0) return errno;
  close(fd);
  return 0;
}
#endif
