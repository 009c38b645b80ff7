// The kernel's other doors: attributes, namespaces, keys, queues, watches, and the calls of another architecture.
#include "probes.h"
#include <fcntl.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/shm.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <sys/xattr.h>

static int set_attribute(const struct argument *a) { return outcome(setxattr(a[0].text, "user.twin", "1", 1, 0)); }
static int read_attribute(const struct argument *a) {
  char value[16];
  return outcome(getxattr(a[0].text, "user.twin", value, sizeof value) < 0 ? -1 : 0);
}
static int list_attributes(const struct argument *a) {
  char names[256];
  return outcome(listxattr(a[0].text, names, sizeof names) < 0 ? -1 : 0);
}
/** Until it is given back, another process's open for writing waits. */
static int lease(const struct argument *a) {
  int fd = open(a[0].text, O_RDONLY);
  if (fd < 0) return errno;
  int result = outcome(fcntl(fd, 1024 /* F_SETLEASE */, F_RDLCK));
  close(fd);
  return result;
}
static int remove_attribute(const struct argument *a) { return outcome(removexattr(a[0].text, "user.twin")); }
static int set_mode2(const struct argument *a) { return outcome(syscall(452, AT_FDCWD, a[0].text, 0600, 0)); }
/** A flag, an inode's generation: what owns the file may change them through a descriptor that only reads. */
static int on_descriptor(const char *path, unsigned long command, void *value) {
  int fd = open(path, O_RDONLY);
  if (fd < 0) return errno;
  int result = outcome(ioctl(fd, command, value));
  close(fd);
  return result;
}
static int set_flags(const struct argument *a) {
  unsigned long flags = 0x40 /* no dump */ | 0x80000 /* extents, which ext4 wants kept */;
  int result = on_descriptor(a[0].text, 0x40086602, &flags);
  flags = 0x40;
  return result == EOPNOTSUPP ? on_descriptor(a[0].text, 0x40086602, &flags) : result;
}
static int set_more_flags(const struct argument *a) {
  uint32_t more[7] = {0x80 /* no dump */};
  return on_descriptor(a[0].text, 0x401c5820, more);
}
static int set_generation(const struct argument *a) {
  long generation = 7;
  return on_descriptor(a[0].text, 0x40087602, &generation);
}
static int plant_fifo(const struct argument *a) { return outcome(mkfifo(a[0].text, 0600)); }
static int plant_socket(const struct argument *a) { return outcome(mknod(a[0].text, S_IFSOCK | 0600, 0)); }
static int plant_device(const struct argument *a) { return outcome(mknod(a[0].text, S_IFCHR | 0600, 1 << 8 | 3)); }

static int unshared(const struct argument *a) { return outcome(unshare((int)a[0].number)); }
static int changed_root(const struct argument *a) { return outcome(chroot(a[0].text)); }
static int mounted(const struct argument *a) {
  int result = outcome(mount("none", a[0].text, "tmpfs", 0, NULL));
  if (result == 0) umount2(a[0].text, MNT_DETACH);
  return result;
}
static int opened_tree(const struct argument *a) { return opened((int)syscall(428, AT_FDCWD, a[0].text, 1 /* clone */)); }
static int file_handle(const struct argument *a) {
  struct {
    struct file_handle head;
    char room[128];
  } handle = {.head = {.handle_bytes = 128}};
  int mount_id;
  return outcome(name_to_handle_at(AT_FDCWD, a[0].text, &handle.head, &mount_id, 0));
}
static int watched(const struct argument *a) {
  int fd = inotify_init1(IN_CLOEXEC);
  if (fd < 0) return errno;
  int result = outcome(inotify_add_watch(fd, a[0].text, IN_CREATE));
  close(fd);
  return result;
}
static int added_key(const struct argument *a) {
  (void)a;
  return outcome(syscall(SYS_add_key, "user", "twin-probe", "x", 1, KEY_SPEC_PROCESS_KEYRING));
}
static int message_queue(const struct argument *a) {
  mqd_t queue = mq_open(a[0].text, O_RDWR | O_CREAT, 0600, NULL);
  if (queue < 0) return errno;
  mq_close(queue);
  mq_unlink(a[0].text);
  return 0;
}
static int shared_memory(const struct argument *a) {
  (void)a;
  int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (id < 0) return errno;
  shmctl(id, IPC_RMID, NULL);
  return 0;
}
static int message_channel(const struct argument *a) {
  (void)a;
  int id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  if (id < 0) return errno;
  msgctl(id, IPC_RMID, NULL);
  return 0;
}
static int semaphore(const struct argument *a) {
  (void)a;
  int id = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  if (id < 0) return errno;
  semctl(id, 0, IPC_RMID);
  return 0;
}
/** An invalid command answers EINVAL only to whoever may call at all. */
static int program_kernel(const struct argument *a) {
  (void)a;
  int result = outcome(syscall(SYS_bpf, 9999, NULL, 0));
  return result == EINVAL ? 0 : result;
}
static int measure(const struct argument *a) {
  (void)a;
  uint32_t attributes[32] = {1 /* software */, 128, 0 /* cpu clock */};
  return opened((int)syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0));
}
static int page_faults(const struct argument *a) {
  (void)a;
  return opened((int)syscall(SYS_userfaultfd, O_CLOEXEC | 1 /* user mode only */));
}
static int other_personality(const struct argument *a) {
  (void)a;
  return outcome(personality(0xffffffff));
}
/** A byte typed into an inherited terminal. EPERM of the filter differs from ENOTTY and EIO of a descriptor that is none. */
static int inject_input(const struct argument *a) { return outcome(ioctl((int)a[0].number, TIOCSTI, "x")); }
#if defined(__x86_64__)
/** The x32 number of getpid: the x86_64 one with bit 30. */
static int other_numbers(const struct argument *a) {
  (void)a;
  return outcome(syscall(0x40000000 + SYS_socket, 1, 1, 0));
}
/** getpid of i386 through int 0x80: another architecture, another list of numbers. */
static int other_architecture(const struct argument *a) {
  (void)a;
  long result = 20;
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return result > 0 ? 0 : (int)-result;
}
#endif

const struct row kernel_probes[] = {
    {"set-attribute", set_attribute},
    {"remove-attribute", remove_attribute},
    {"read-attribute", read_attribute},
    {"list-attributes", list_attributes},
    {"lease", lease},
    {"set-mode-2", set_mode2},
    {"set-flags", set_flags},
    {"set-more-flags", set_more_flags},
    {"set-generation", set_generation},
    {"plant-fifo", plant_fifo},
    {"plant-socket", plant_socket},
    {"plant-device", plant_device},
    {"unshare", unshared},
    {"chroot", changed_root},
    {"mount", mounted},
    {"open-tree", opened_tree},
    {"file-handle", file_handle},
    {"watch", watched},
    {"add-key", added_key},
    {"message-queue", message_queue},
    {"shared-memory", shared_memory},
    {"message-channel", message_channel},
    {"semaphore", semaphore},
    {"bpf", program_kernel},
    {"measure", measure},
    {"page-faults", page_faults},
    {"personality", other_personality},
    {"inject-input", inject_input},
#if defined(__x86_64__)
    {"x32", other_numbers},
    {"i386", other_architecture},
#endif
    {NULL, NULL},
};
