// Which error of the system a caught value is. Relies on Node naming system errors by errno.

/** The errno name of a system error, for example ENOENT; undefined for anything else. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && 'errno' in error && typeof error.code === 'string'
    ? error.code
    : undefined
