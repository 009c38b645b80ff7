// Who is at the other end of a unix socket, as the kernel tells. Relies on nothing.
#ifndef TWIN_PEER_H
#define TWIN_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

/** The process that connected, or that made the pair: 0, or an errno (ENOTCONN, ENOTSOCK, ENOPROTOOPT …). */
int twin_peer(int fd, int *pid, unsigned *uid);
/** Whether a terminal controls the process `pid`: 1, 0, or -1 where the system does not tell. */
int twin_has_terminal(int pid);

#ifdef __cplusplus
}
#endif
#endif
