// The system calls that no helper may make, and the filters that refuse them. One list for the launcher (confine.c, before
// node) and for the addon (noExec.c, from inside node). Relies on linux/seccomp.h and linux/filter.h; numbers that the
// installed headers do not know yet are given here, all of them the same on x86_64 and aarch64 (asm-generic, 424 and up).
#ifndef TWIN_DENY_H
#define TWIN_DENY_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define TWIN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define TWIN_ARCH AUDIT_ARCH_AARCH64
#else
#error "twin confines on x86_64 and aarch64 only"
#endif

#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif

#define TWIN_NR offsetof(struct seccomp_data, nr)
#define TWIN_ARCH_AT offsetof(struct seccomp_data, arch)
// Both architectures are little-endian: the low half of an argument comes first. The kernel takes flags and process ids
// as 32-bit numbers and ignores the high half, so the low half is all that may be compared.
#define TWIN_LOW(n) (offsetof(struct seccomp_data, args[n]))
#define TWIN_HIGH(n) (offsetof(struct seccomp_data, args[n]) + 4)

#define TWIN_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define TWIN_ERRNO(e) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (e))
#define TWIN_KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define TWIN_LOAD(at) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (at))
#define TWIN_IF(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
#define TWIN_IF_BITS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (yes), (no))

// A call of another architecture has other numbers and would pass the list; so would an x32 call, whose number is the
// x86_64 one with bit 30 set.
#if defined(__x86_64__)
#define TWIN_ARCH_CHECK \
  TWIN_LOAD(TWIN_ARCH_AT), TWIN_IF(TWIN_ARCH, 1, 0), TWIN_KILL, TWIN_LOAD(TWIN_NR), TWIN_IF_BITS(0x40000000U, 0, 1), \
      TWIN_ERRNO(EPERM)
#else
#define TWIN_ARCH_CHECK TWIN_LOAD(TWIN_ARCH_AT), TWIN_IF(TWIN_ARCH, 1, 0), TWIN_KILL, TWIN_LOAD(TWIN_NR)
#endif

#endif
