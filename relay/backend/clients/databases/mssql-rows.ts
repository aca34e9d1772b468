import type { Connection } from 'tedious'
import { unlessAborted } from '#relay/time-limit.ts'

interface Cell {
  readonly metadata: { readonly colName: string }
  readonly value: unknown
}
type Row = Record<string, unknown>

const waitingMax = 500

export interface MssqlQuery {
  readonly text: string
  /** The parameters @p1, @p2 and so on. */
  readonly values?: readonly string[] | undefined
}

/** Rows are read as fast as they are taken. */
export async function* mssqlRows(
  connection: Connection,
  { text, values = [] }: MssqlQuery,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  const { Request, TYPES } = await import('tedious')
  let waiting: Row[] = []
  let ended: { readonly error: Error | null | undefined } | undefined
  let wake: (() => void) | undefined
  const request = new Request(text, (error) => {
    ended = { error }
    wake?.()
  })
  request.on('row', (cells: readonly Cell[]) => {
    waiting.push(Object.fromEntries(cells.map(({ metadata, value }) => [metadata.colName, value])))
    if (waiting.length >= waitingMax) request.pause()
    wake?.()
  })
  for (const [index, value] of values.entries()) request.addParameter(`p${index + 1}`, TYPES.NVarChar, value)
  if (values.length === 0) connection.execSqlBatch(request)
  else connection.execSql(request)
  for (;;) {
    if (waiting.length === 0 && ended === undefined)
      await unlessAborted(
        new Promise<void>((resolve) => {
          wake = resolve
        }),
        signal,
      )
    const rows = waiting
    waiting = []
    yield* rows
    request.resume()
    if (waiting.length > 0 || ended === undefined) continue
    if (ended.error != null) throw ended.error
    return
  }
}
