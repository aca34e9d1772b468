import { workerData } from 'node:worker_threads'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { RequestWorkerData } from '#relay/request-worker.ts'

/** Subset of `node:sqlite`, available from Node 22.5. */
interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean },
  ) => { prepare(sql: string): { iterate(): IterableIterator<Record<string, unknown>> } }
}

export interface SqliteQuery {
  readonly path: string
  readonly query: string
}

export type SqliteResponse =
  | { readonly kind: 'rows'; readonly rows: readonly Record<string, unknown>[]; readonly isLast: boolean }
  | { readonly kind: 'refused'; readonly reason: string }

const batch = 250

const isSqlite = (module: unknown): module is Sqlite =>
  typeof module === 'object' && module !== null && 'DatabaseSync' in module && typeof module.DatabaseSync === 'function'
const {
  port,
  input: { path, query },
} = workerData as RequestWorkerData<SqliteQuery>

const open = (): IterableIterator<Record<string, unknown>> => {
  const sqlite: unknown = process.getBuiltinModule('node:sqlite')
  if (!isSqlite(sqlite)) throw new Error(`SQLite requires Node 22.5 or later; this is Node ${process.versions.node}.`)
  return new sqlite.DatabaseSync(path, { readOnly: true }).prepare(query).iterate()
}

let rows: IterableIterator<Record<string, unknown>> | undefined
const more = (): SqliteResponse => {
  rows ??= open()
  const some: Record<string, unknown>[] = []
  while (some.length < batch) {
    const next = rows.next()
    if (next.done === true) return { kind: 'rows', rows: some, isLast: true }
    some.push({ ...next.value })
  }
  return { kind: 'rows', rows: some, isLast: false }
}

port.on('message', () => {
  try {
    port.postMessage(more())
  } catch (error) {
    const reason = toErrorMessage(error)
    port.postMessage({ kind: 'refused', reason } satisfies SqliteResponse)
  }
})
