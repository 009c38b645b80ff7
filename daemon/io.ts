// What whoever asks for something that takes long lends to the doing of it: a way to stop it, and to hear how far it is. A type alone.

/** `progress`: so many of so many; `total` may be 0 while nobody knows. */
export interface Io {
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}
