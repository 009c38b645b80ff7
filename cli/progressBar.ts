// A bar with a count and an estimate on stderr while a long job runs, where a person watches; numbers only, never mail text.
// Relies on cli-progress.
import { Format, type Options, type Params, Presets, SingleBar } from 'cli-progress'

export interface ProgressBar {
  readonly update: (done: number, total: number) => void
  /** Leaves the terminal as it was. */
  readonly stop: () => void
}

/** A terminal that cannot move its cursor ("dumb") would show a bar as rubbish. */
export function canRedraw(
  stream: { readonly isTTY?: boolean },
  env: { readonly TERM?: string | undefined },
): boolean {
  return stream.isTTY === true && env.TERM !== 'dumb'
}

/** A bar on `stream` that appears with the first update; without a stream, one that never does. */
export function progressBar(stream: NodeJS.WritableStream | undefined): ProgressBar {
  if (!stream) return { update: () => {}, stop: () => {} }
  let bar: SingleBar | undefined
  return {
    update: (done, total) => {
      if (total === 0) return
      if (!bar) {
        bar = new SingleBar(
          {
            format: progressLine,
            stream,
            clearOnComplete: true,
            barsize: 24,
            gracefulExit: false,
          },
          Presets.shades_classic,
        )
        bar.start(total, done)
      }
      bar.setTotal(total)
      bar.update(done)
    },
    stop: () => bar?.stop(),
  }
}

/** What the bar shows. `eta`: seconds, or a word of cli-progress while it has seen too little. */
export function progressLine(options: Options, { progress, value, total, eta }: Params): string {
  const known = value > 0 && Number.isFinite(eta)
  const left = known ? `${Format.TimeFormat(eta, options, 1)} left` : 'no estimate yet'
  return `working ${Format.BarFormat(progress, options)} ${value}/${total}, ${left}`
}
