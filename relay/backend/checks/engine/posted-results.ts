import { createHash } from 'node:crypto'
import type { CheckContext, PostedResult } from '#relay/backend/checks/spec/check-type.ts'
import type { CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import type { CheckRun } from '#relay/backend/checks/engine/run-check.ts'
import { isSame } from '#relay/backend/secrets/key-ring.ts'

export type PostOutcome<Run = CheckRun> =
  | { readonly kind: 'done'; readonly run: Run }
  | { readonly kind: 'denied' | 'unreadable' | 'busy' | 'skipped' }

export interface PostedCall {
  /** Of the check, or its id. */
  readonly name: string
  readonly token: string
  readonly posted: PostedResult
}

interface Postable {
  readonly prepared: { readonly postToken?: unknown }
}

interface PostedResultsDeps<Run> {
  readonly canaries: { check(id: string): { readonly runnable: Postable } | undefined }
  readonly book: { all(): Iterable<{ readonly record: Pick<CheckRecord, 'id' | 'name'> }> }
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly runInForce: (id: string, posted: PostedResult) => Promise<Run | undefined>
}

const waitingMax = 20

export const isPosted = (runnable: Postable | undefined): boolean => runnable?.prepared.postToken !== undefined

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Results of one check are judged one after the other, in the order in which they arrive. */
export const createPostedResults = <Run>({ canaries, book, resolveSecret, runInForce }: PostedResultsDeps<Run>) => {
  const waiting = new Map<string, { count: number; last: Promise<unknown> }>()

  const loadToken = (id: string): Promise<string | undefined> => {
    const source = canaries.check(id)?.runnable.prepared.postToken
    return source === undefined ? Promise.resolve('') : resolveSecret(source).catch(() => undefined)
  }

  const findCheck = async ({ name, token }: PostedCall): Promise<{ readonly id: string } | 'denied' | 'unreadable'> => {
    let rejection: 'denied' | 'unreadable' = 'denied'
    if (token === '') return rejection
    for (const { record } of book.all()) {
      if (record.id !== name && record.name !== name) continue
      const own = await loadToken(record.id)
      if (own === undefined) rejection = 'unreadable'
      else if (own !== '' && isSame(hash(own), hash(token))) return { id: record.id }
    }
    return rejection
  }

  return async (call: PostedCall): Promise<PostOutcome<Run>> => {
    const found = await findCheck(call)
    if (typeof found === 'string') return { kind: found }
    const { id } = found
    const queue = waiting.get(id) ?? { count: 0, last: Promise.resolve() }
    if (queue.count >= waitingMax) return { kind: 'busy' }
    queue.count += 1
    waiting.set(id, queue)
    const work = queue.last.then(() => runInForce(id, call.posted))
    queue.last = work.catch(() => undefined)
    try {
      const run = await work
      return run === undefined ? { kind: 'skipped' } : { kind: 'done', run }
    } finally {
      queue.count -= 1
      if (queue.count === 0) waiting.delete(id)
    }
  }
}
