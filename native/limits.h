// What one message may cost the machine. Relies on nothing.
#ifndef TWIN_LIMITS_H
#define TWIN_LIMITS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Bounds this process for ever: seconds of processor time, bytes of each file that it writes, open descriptors; and no core file. 0,
 * or an errno.
 */
int twin_limit(unsigned seconds, double bytes, unsigned descriptors);

#ifdef __cplusplus
}
#endif
#endif
