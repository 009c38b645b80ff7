// The system calls that are refused whatever their arguments, as a list of numbers. Relies on sys/syscall.h; a call that an
// architecture does not have is left out by #ifdef, one that the headers do not know yet is given by number.
static const unsigned denied_calls[] = {
    // io_uring passes every filter here. The calls that make and re-point sockets are confineCalls.c's.
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */,
    // Other processes' memory, descriptors and limits.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_perf_event_open, SYS_userfaultfd, SYS_bpf,
    424 /* pidfd_send_signal */, 434 /* pidfd_open */, 438 /* pidfd_getfd */, 440 /* process_madvise */,
    448 /* process_mrelease */, SYS_migrate_pages, SYS_move_pages, SYS_setpriority, SYS_ioprio_set,
    // Channels to processes of the same user that are no files: keys, System V and POSIX queues, shared memory.
    SYS_add_key, SYS_request_key, SYS_keyctl, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv,
    SYS_msgctl, SYS_semget, SYS_semop, SYS_semctl, SYS_semtimedop, SYS_mq_open, SYS_mq_unlink,
    // Modes, owners, times and attributes: Landlock does not see them, and a hard-linked file shares them. Reading an attribute
    // too: it may hold text, such as where a file came from, and needs no right to the file.
    SYS_fchmod, SYS_fchmodat, 452 /* fchmodat2 */, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
    SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 463 /* setxattrat */, 466 /* removexattrat */,
    469 /* file_setattr */, SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr, SYS_llistxattr, SYS_flistxattr,
    464 /* getxattrat */, 465 /* listxattrat */,
    // Names that are more than a file: a link may lead the unconfined reader of our output somewhere else.
    SYS_symlinkat, SYS_linkat, SYS_mknodat,
    // Watching tells the names of files outside the profile as they come and go.
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init, SYS_fanotify_mark,
    // The shape of the file system.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_name_to_handle_at,
    SYS_open_by_handle_at, 428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */,
    432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */, 457 /* statmount */, 458 /* listmount */,
    467 /* open_tree_attr */, SYS_quotactl, 443 /* quotactl_fd */, SYS_swapon, SYS_swapoff,
    // The machine. Refused to any user but root, and root is a user too.
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_syslog, SYS_acct,
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname,
    SYS_vhangup, SYS_personality,
    // Memory that no limit of the process counts.
    SYS_memfd_create, 447 /* memfd_secret */, 453 /* map_shadow_stack */,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_lookup_dcookie
    SYS_lookup_dcookie,
#endif
#if defined(__x86_64__)
    // The calls that aarch64 never had: old forms of the above, and the processor's ports and segments.
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_symlink, SYS_link, SYS_mknod,
    SYS_inotify_init, SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_create_module, SYS_nfsservctl,
#endif
};
