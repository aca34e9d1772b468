import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { CheckContext, PostedResult } from '#relay/backend/checks/spec/check-type.ts'
import type { CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import type { CheckRun } from '#relay/backend/checks/engine/run-check.ts'
import { isSame } from '#relay/backend/secrets/key-ring.ts'

export type PostOutcome<Run = CheckRun> =
  | { readonly kind: 'done'; readonly run: Run }
  | { readonly kind: 'denied' | 'busy' | 'skipped' }

export interface PostedCall {
  /** Of the check, or its id. */
  readonly name: string
  readonly token: string
  readonly posted: PostedResult
}

interface Postable {
  /** `source` is undefined for a check that accepts every call. */
  readonly prepared: { readonly postToken?: { readonly source: unknown } | undefined }
}

interface PostedResultsDeps<Run> {
  readonly canaries: { check(id: string): { readonly runnable: Postable } | undefined }
  readonly book: { all(): Iterable<{ readonly record: Pick<CheckRecord, 'id' | 'name'> }> }
  readonly resolveSecret: CheckContext['resolveSecret']
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly runInForce: (id: string, posted: PostedResult) => Promise<Run | undefined>
}

const waitingMax = 20

export const isPosted = (runnable: Postable | undefined): boolean => runnable?.prepared.postToken !== undefined

const isOpen = (runnable: Postable | undefined): boolean => {
  const token = runnable?.prepared.postToken
  return token !== undefined && token.source === undefined
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Results of one check are judged one after the other, in the order in which they arrive. */
export const createPostedResults = <Run>({
  canaries,
  book,
  resolveSecret,
  log,
  runInForce,
}: PostedResultsDeps<Run>) => {
  const waiting = new Map<string, { count: number; last: Promise<unknown> }>()

  const accepts = async (check: Pick<CheckRecord, 'id' | 'name'>, token: string): Promise<boolean> => {
    const source = canaries.check(check.id)?.runnable.prepared.postToken?.source
    if (source === undefined) return false
    const own = await resolveSecret(source).catch((error: unknown) => {
      log.warn({ err: error, check: check.name }, 'token of a webhook check not readable, result rejected')
      return ''
    })
    return own !== '' && isSame(hash(own), hash(token))
  }

  const findCheck = async ({ name, token }: PostedCall): Promise<string | undefined> => {
    const named = [...book.all()]
      .map(({ record }) => record)
      .filter((record) => record.id === name || record.name === name)
    if (token !== '') for (const record of named) if (await accepts(record, token)) return record.id
    return named.find(({ id }) => isOpen(canaries.check(id)?.runnable))?.id
  }

  return async (call: PostedCall): Promise<PostOutcome<Run>> => {
    const id = await findCheck(call)
    if (id === undefined) return { kind: 'denied' }
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
