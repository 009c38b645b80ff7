// The limits of the system that bound what one message may cost: time, the size of a file, descriptors. Memory is the launcher's on
// Linux (RLIMIT_DATA, the only one that V8 lives with). Relies on POSIX; what is lowered here cannot be raised without a right
// that no helper has.
#include "limits.h"
#include <errno.h>
#include <sys/resource.h>

static int lower(int limit, rlim_t to) { return setrlimit(limit, &(struct rlimit){to, to}) < 0 ? errno : 0; }

int twin_limit(unsigned seconds, double bytes, unsigned descriptors) {
  int error = lower(RLIMIT_CORE, 0);
  if (!error) error = lower(RLIMIT_CPU, seconds);
  if (!error) error = lower(RLIMIT_FSIZE, (rlim_t)bytes);
  return error ? error : lower(RLIMIT_NOFILE, descriptors);
}
