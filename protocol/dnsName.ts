// How a name that may be asked for in DNS looks: labels of letters, digits, "-" and "_", in small letters, with dots between
// (RFC 1035 section 2.3.1, and the underscore of RFC 8552). Relies on nothing.

/** A label begins and ends with a letter, a digit or "_". */
export const NAME_PATTERN =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
