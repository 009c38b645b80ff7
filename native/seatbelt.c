// Seatbelt by hand. No system header is included and every function is declared here: that is why this file also compiles
// and links as a Mach-O bundle on Linux, where its symbols are checked. Relies on libSystem: sandbox_init(3), clonefile(2),
// and sandbox_check and sandbox_init_with_parameters, which have no public header.
#include "seatbelt.h"

extern int sandbox_check(int pid, const char *operation, int type, ...);
extern int sandbox_init_with_parameters(const char *profile, unsigned long long flags, const char *const parameters[],
                                        char **error);
extern int sandbox_init(const char *profile, unsigned long long flags, char **error);
extern void sandbox_free_error(char *error);
extern int getpid(void);
extern int clonefile(const char *from, const char *to, unsigned int flags);

enum { SOURCE_TEXT = 0, NO_FOLLOW = 1 };

int twin_sandbox_check(void) { return sandbox_check(getpid(), 0, 0) != 0; }

/** The compiler's text may have several lines; one is kept, so that a sentence stays one. */
static void keep_line(const char *text, char *message, unsigned long size) {
  unsigned long at = 0;
  for (; text && text[at] && text[at] != '\n' && at + 1 < size; at++) message[at] = text[at];
  message[at] = 0;
}

int twin_sandbox_init(const char *profile, const char *const parameters[], char *message, unsigned long size) {
  char *error = 0;
  // The documented call where it is enough; the one with parameters only for paths that SBPL text cannot hold.
  int result = parameters && parameters[0] ? sandbox_init_with_parameters(profile, SOURCE_TEXT, parameters, &error)
                                           : sandbox_init(profile, SOURCE_TEXT, &error);
  keep_line(result == 0 ? 0 : error, message, size);
  // The text may be static: only this function knows.
  if (error) sandbox_free_error(error);
  return result == 0 ? 0 : -1;
}

int twin_clonefile(const char *from, const char *to) { return clonefile(from, to, NO_FOLLOW); }
