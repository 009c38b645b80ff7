// A profile as it crosses a process boundary: the argument a helper is started with. Its paths are absolute; what they are
// for is described in native/profiles.ts. Relies on limits.ts.
import * as z from 'zod/mini'
import * as cap from './limits.ts'

const path = z.string().check(
  z.regex(/^\/[^\0]*$/, 'wants an absolute path'),
  z.refine(value => value.isWellFormed(), 'wants well-formed text'),
  z.maxLength(cap.PATH_CHARS),
)
const paths = z.array(path).check(z.maxLength(cap.PROFILE_PATHS))

export const ProfileShape = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)),
  files: paths,
  trees: paths,
  lists: paths,
  reads: paths,
  writes: paths,
})
