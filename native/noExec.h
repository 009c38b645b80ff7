// What the helper's first statement asks of Linux. Relies on nothing.
#ifndef TWIN_NO_EXEC_H
#define TWIN_NO_EXEC_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Forbids exec, fork and new namespaces to every thread of this process for ever; fork stays where `may_fork`, for a zygote. 0, or
 * an errno.
 */
int twin_forbid_exec(int may_fork);
/** Forbids a new thread to every thread of a process that may not fork. 0, or an errno. */
int twin_forbid_threads(void);

#ifdef __cplusplus
}
#endif
#endif
