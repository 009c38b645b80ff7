// Running another program in place of this one, without fork. A success does not return: the tests see the program's output.
#include "probes.h"
#include <fcntl.h>
#include <sys/mman.h>

static char *const nothing[] = {NULL};

/** node marks its own stdio close-on-exec: a program that got through could not say so. */
static void keep_stdio(void) {
  for (int fd = 0; fd < 3; fd++) fcntl(fd, F_SETFD, 0);
}

/** arguments: path, then one argument. */
static int direct(const struct argument *a) {
  keep_stdio();
  char *const program[] = {(char *)a[0].text, (char *)a[1].text, NULL};
  return outcome(execve(a[0].text, program, nothing));
}
/** arguments: loader, path, one argument. The loader is executable, the program only readable. */
static int by_loader(const struct argument *a) {
  keep_stdio();
  char *const program[] = {(char *)a[0].text, (char *)a[1].text, (char *)a[2].text, NULL};
  return outcome(execve(a[0].text, program, nothing));
}
static int by_descriptor(const struct argument *a) {
  int fd = open(a[0].text, O_RDONLY);
  if (fd < 0) return errno;
  keep_stdio();
  char *const program[] = {(char *)a[0].text, (char *)a[1].text, NULL};
  return outcome(syscall(SYS_execveat, fd, "", program, nothing, AT_EMPTY_PATH));
}
/** A program that no file system holds: argument 0 is copied into memory and run from there. */
static int from_memory(const struct argument *a) {
  int from = open(a[0].text, O_RDONLY), memory = memfd_create("program", 0);
  if (from < 0 || memory < 0) return errno;
  char buffer[65536];
  for (ssize_t length; (length = read(from, buffer, sizeof buffer)) > 0;)
    if (write(memory, buffer, length) != length) return errno;
  keep_stdio();
  char *const program[] = {(char *)a[0].text, (char *)a[1].text, NULL};
  return outcome(syscall(SYS_execveat, memory, "", program, nothing, AT_EMPTY_PATH));
}

const struct row exec_probes[] = {
    {"exec", direct},
    {"exec-by-loader", by_loader},
    {"exec-by-descriptor", by_descriptor},
    {"exec-from-memory", from_memory},
    {NULL, NULL},
};
