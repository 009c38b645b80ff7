// A node process that forks itself for each message (Linux). Relies on confine.c having allowed it: --zygote.
#ifndef TWIN_ZYGOTE_H
#define TWIN_ZYGOTE_H

#ifdef __cplusplus
extern "C" {
#endif

/** How a forked process has ended. `signal`: 0 where it ended by itself. `late`: it was killed for taking too long. */
struct twin_ended {
  int code, signal, late;
};
/**
 * Forks. 0 in the child, which ends with its parent; the child's id in the parent, once it is gone, after `milliseconds` at most; or a
 * negative errno.
 */
int twin_fork(int milliseconds, struct twin_ended *ended);

/** What a child may still do: lists of absolute real paths, each ended by 0. `kept`: a descriptor, which becomes 3. */
struct twin_message {
  const char *const *reads, *const *writes;
  int kept;
};
/** In the child: closes every other descriptor, and takes every other right away for ever. 0, or an errno. */
int twin_enter_message(const struct twin_message *message);

#ifdef __cplusplus
}
#endif
#endif
