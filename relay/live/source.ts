/** What a source said: the body as text, still unparsed, so that the same answer twice costs no parsing. */
export interface SourceAnswer {
  readonly body: string
  /** Milliseconds since the epoch, by this machine's clock: when the source was asked. */
  readonly observedAtMs: number
}

/**
 * Where a topic's rows come from, the embedded backend and a remote one alike. `load` asks once and rejects when the
 * source cannot be asked or answers with an error; `rowsOf` turns a body into rows and throws when the body is not what
 * the contract says.
 */
export interface TopicSource<Params, Row> {
  load(params: Params, signal: AbortSignal): Promise<SourceAnswer>
  rowsOf(body: string): Row[]
}
