// Calls the rank stage in this process against a scripted model.
import { serveRank } from '../../../../helpers/stages/rank/rank.ts'
import type { RankConfig } from '../../../../protocol/score.ts'
import type { Ollama } from '../../../ollama/server.ts'
import { config, type Run, type Served, serveHere } from '../run.ts'

export interface RankTask {
  readonly run: Run
  readonly ollama: Pick<Ollama, 'port' | 'host'>
  readonly lanes?: number
  readonly config?: Partial<RankConfig>
}

/** One start of rank. */
export function rankHere({ run, ollama, lanes = 1, config: changes }: RankTask): Promise<Served> {
  return serveHere(
    serveRank,
    {
      inputs: { mail: run.mail, manifest: run.manifest },
      outputs: { scores: run.output('scores') },
      lanes,
      config: config({ host: ollama.host, ...changes }),
    },
    ollama.port,
  )
}

/** Starts of rank until it ends otherwise than with `again`, at most `most`; how it ended, and how many starts it took. */
export async function rankOut(task: RankTask, most = 10): Promise<Served & { readonly starts: number }> {
  for (let starts = 1; ; starts++) {
    const served = await rankHere(task)
    if (served.end.type !== 'again' || starts === most) return { ...served, starts }
  }
}
