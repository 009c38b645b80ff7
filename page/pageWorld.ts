// All that the page may use of twind: it reads and changes through the gate alone. Types only. Relies on daemon/world.ts.
import type { World } from '../daemon/world.ts'

export type PageWorld = Pick<World, 'gate' | 'now' | 'log' | 'configuration'>
