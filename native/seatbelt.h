// Seatbelt by hand: what the helper asks of macOS. Relies on nothing, so that it compiles without a macOS SDK.
#ifndef TWIN_SEATBELT_H
#define TWIN_SEATBELT_H

#ifdef __cplusplus
extern "C" {
#endif

/** 1 when this process has a profile already (its own or one of whoever started it), 0 when it has none. */
int twin_sandbox_check(void);
/**
 * Enters `profile` (SBPL source) for ever. `parameters`: name, value, name, value, …, null for `(param "NAME")`.
 * 0, or -1 with one line of text in `message` (`size` bytes, ends with a zero).
 */
int twin_sandbox_init(const char *profile, const char *const parameters[], char *message, unsigned long size);
/** clonefile(2) without following a link. 0, or -1 with errno set. */
int twin_clonefile(const char *from, const char *to);

#ifdef __cplusplus
}
#endif
#endif
