// Forbids exec and fork from inside node (Linux). Why not in the launcher: it has to exec node itself. Why seccomp and not
// Landlock's EXECUTE: a readable program runs through the loader, which is executable. Relies on SECCOMP_FILTER_FLAG_TSYNC,
// which binds every thread at once, and on no_new_privs, which TSYNC spreads with it.
#define _GNU_SOURCE
#include "noExec.h"
#include "deny.h"
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_TSYNC
#define SECCOMP_FILTER_FLAG_TSYNC 1
#endif

enum {
  NEW_NAMESPACE = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
};

#define NO_EXEC \
  TWIN_ARCH_CHECK, TWIN_IF(SYS_execve, 0, 1), TWIN_ERRNO(EPERM), TWIN_IF(SYS_execveat, 0, 1), TWIN_ERRNO(EPERM)
// clone3 hides its flags behind a pointer; on ENOSYS the C library takes clone. EPERM would not make it.
#define NO_CLONE3 TWIN_IF(435 /* clone3 */, 0, 1), TWIN_ERRNO(ENOSYS)
#if defined(__x86_64__)
#define NO_FORK TWIN_IF(SYS_fork, 0, 1), TWIN_ERRNO(EPERM), TWIN_IF(SYS_vfork, 0, 1), TWIN_ERRNO(EPERM), NO_CLONE3
#else
#define NO_FORK NO_CLONE3
#endif

// A thread is wanted (workers, the pool); a process is not. EPERM, since ENOSYS here makes node abort in spawn.
static struct sock_filter no_process[] = {
    NO_EXEC,
    NO_FORK,
    TWIN_IF(SYS_clone, 0, 4),
    TWIN_LOAD(TWIN_LOW(0)),
    TWIN_IF_BITS(NEW_NAMESPACE, 1, 0),
    TWIN_IF_BITS(CLONE_THREAD, 1, 0),
    TWIN_ERRNO(EPERM),
    TWIN_ALLOW,
};
static struct sock_filter no_program[] = {
    NO_EXEC,
    NO_CLONE3,
    TWIN_IF(SYS_clone, 0, 3),
    TWIN_LOAD(TWIN_LOW(0)),
    TWIN_IF_BITS(NEW_NAMESPACE, 0, 1),
    TWIN_ERRNO(EPERM),
    TWIN_ALLOW,
};

int twin_forbid_exec(int may_fork) {
  struct sock_fprog program = {.len = sizeof no_process / sizeof *no_process, .filter = no_process};
  if (may_fork) program = (struct sock_fprog){.len = sizeof no_program / sizeof *no_program, .filter = no_program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
  // Exec makes a process dumpable again, so this cannot be the launcher's: it keeps others of the same user out of our
  // memory and of /proc/<pid>.
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return errno;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  // A positive result is the id of a thread that could not be bound.
  return result < 0 ? errno : result > 0 ? EBUSY : 0;
}

// What a stage needs has been started by then: a thread more costs the kernel a stack that no limit counts, and the user one of
// the processes it may have.
static struct sock_filter no_thread[] = {
    TWIN_ARCH_CHECK, TWIN_IF(SYS_clone, 0, 1), TWIN_ERRNO(EPERM), TWIN_ALLOW,
};

int twin_forbid_threads(void) {
  struct sock_fprog program = {.len = sizeof no_thread / sizeof *no_thread, .filter = no_thread};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  return result < 0 ? errno : result > 0 ? EBUSY : 0;
}
