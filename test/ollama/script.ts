// What a scripted Ollama is told to do. Types and the ordinary answer; server.ts does it, failures.ts lists what goes wrong.

/** A chat request as it came in. */
export interface ChatCall {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly stream: boolean
  readonly format: unknown
  readonly think: unknown
  readonly options: Readonly<Record<string, unknown>>
  readonly truncate: unknown
  readonly shift: unknown
  readonly keep_alive: unknown
  /** The whole body, for keys that are not named here. */
  readonly body: Readonly<Record<string, unknown>>
}

/** One whole reply: `content` as the model's text. Absent counts are estimated at four characters a token. */
export interface Reply {
  readonly type: 'reply'
  readonly content: string
  readonly thinking?: string
  readonly done?: boolean
  readonly doneReason?: string | null
  readonly promptEvalCount?: number
  /** More keys of the top level, for example remote_host. */
  readonly extra?: Readonly<Record<string, unknown>>
}
export type Behaviour =
  | Reply
  /** A status with `{"error": …}`. */
  | { readonly type: 'error'; readonly status: number; readonly error?: string }
  /** 200, half a reply, then an error line: how Ollama fails in the middle of a stream. */
  | { readonly type: 'error-line' }
  /** 200 and these bytes. */
  | { readonly type: 'raw'; readonly body: string; readonly contentType?: string }
  /** Nothing, for ever. */
  | { readonly type: 'hang' }
  /** RST: before any byte, or in the middle of a body. */
  | { readonly type: 'reset'; readonly midway?: boolean }
  /** Status 101: the server would speak another protocol. */
  | { readonly type: 'switch' }
  /** A reply that takes its time. */
  | { readonly type: 'late'; readonly ms: number; readonly reply: Reply }

export interface ModelRecord {
  readonly name: string
  readonly digest?: string
  readonly capabilities?: readonly string[]
  readonly remote_host?: string
  readonly remote_model?: string
}

export interface OllamaScript {
  /** Of each chat call, in order, the last one for all that follow; or by call. Trial messages of twin's own are not counted. */
  readonly chat: Behaviour | readonly Behaviour[] | ((call: ChatCall, index: number) => Behaviour)
  /** Of the trial call before any mail; a valid answer unless told. */
  readonly trial?: Behaviour
  readonly version?: string
  readonly models?: readonly ModelRecord[]
  /** Milliseconds of the first chat call on top: the model loads. */
  readonly load?: number
  /** Status of every request but chat, where the server is broken altogether. */
  readonly records?: Behaviour
}

export const MODEL = 'gpt-oss:20b'
export const DIGEST = 'aa4295ac10c3afb60e6d711289fc6896f5aef82258997b9efdaed6d0cc4cd8b8'
export const TRIAL = 'trial@localhost'

/** A valid answer. */
export const answer = (
  score: number,
  reason = 'It asks for an answer.',
  topics: readonly string[] = [],
): Reply => ({
  type: 'reply',
  content: JSON.stringify({ reason, topics, score }),
})
