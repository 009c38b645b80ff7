// The forbidden acts that JavaScript cannot try by itself without a child process or an event loop. Relies on nothing.
#ifndef TWIN_ATTEMPTS_H
#define TWIN_ATTEMPTS_H

#ifdef __cplusplus
extern "C" {
#endif

/** Each tries the act: 0 when it succeeded, else the errno of its refusal. What a success opened is closed again. */
int twin_attempt_socket(void);
int twin_attempt_fork(void);
/** A success replaces this process by a program that ends with 1: then nothing was read, and nothing is answered. */
int twin_attempt_exec(void);

#ifdef __cplusplus
}
#endif
#endif
