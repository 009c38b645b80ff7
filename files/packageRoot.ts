// The folder that holds package.json, native builds and dist/. Relies on this file lying one level below it, in the
// source and (bundled into dist/, where esbuild puts __dirname for import.meta.dirname) in the package.
import { dirname } from 'node:path'

export const packageRoot = dirname(import.meta.dirname)
