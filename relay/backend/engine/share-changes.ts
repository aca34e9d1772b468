import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { ChangeHub } from '#relay/backend/engine/change-hub.ts'
import type { Change, OnChange } from '#relay/backend/rows/change.ts'
import type { Database } from '#relay/database/database.ts'
import { listenForMessages } from '#relay/database/listen-messages.ts'

const channel = 'relay_changes'

const messageSchema = z.object({
  from: z.string(),
  relation: z.string(),
  ids: z.array(z.string()).optional(),
  isUrgent: z.boolean(),
  isEdit: z.boolean(),
})

interface Gathered {
  /** Undefined when more changed than a notification can list. */
  ids: Set<string> | undefined
  isUrgent: boolean
  isEdit: boolean
}

interface ShareChangesOptions {
  readonly database: Database
  readonly changes: ChangeHub
  readonly relayId: string
  readonly onElsewhere: OnChange
  readonly log: FastifyBaseLogger
}

const gatherMs = 50
/** PostgreSQL limits a notification to 8,000 bytes. */
const idsMax = 150

/** Relay instances on one database learn of each other's changes. */
export const shareChanges = async ({ database, changes, relayId, onElsewhere, log }: ShareChangesOptions) => {
  if (database.kind === 'embedded') return { stop: async () => undefined }
  let gathered = new Map<string, Gathered>()
  let timer: NodeJS.Timeout | undefined

  const send = async (): Promise<void> => {
    timer = undefined
    const messages = Array.from(gathered, ([relation, { ids, isUrgent, isEdit }]) =>
      JSON.stringify({ from: relayId, relation, ...(ids && { ids: [...ids] }), isUrgent, isEdit }),
    )
    gathered = new Map()
    await database
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [channel, messages])
      .catch((error: unknown) => log.warn({ err: error }, 'changes not announced to other relay instances'))
  }
  const gather = ({ relation, ids, isUrgent = false, isEdit = false, isLocal, isElsewhere }: Change): void => {
    if (isLocal === true || isElsewhere === true) return
    const one = gathered.get(relation) ?? { ids: new Set<string>(), isUrgent: false, isEdit: false }
    gathered.set(relation, one)
    one.isUrgent ||= isUrgent
    one.isEdit ||= isEdit
    if (ids === undefined || ids.length === 0) one.ids = undefined
    else for (const id of ids) one.ids?.add(id)
    if ((one.ids?.size ?? 0) > idsMax) one.ids = undefined
    timer ??= setTimeout(() => void send(), gatherMs)
  }
  const unlisten = await listenForMessages(database, {
    channel,
    schema: messageSchema,
    log,
    onMessage: ({ from, relation, ids, isUrgent, isEdit }) => {
      if (from !== relayId) onElsewhere({ relation, ...(ids && { ids }), isUrgent, isEdit, isElsewhere: true })
    },
  })
  const unfollow = changes.listen(gather)
  return {
    stop: async (): Promise<void> => {
      unfollow()
      clearTimeout(timer)
      if (gathered.size > 0) await send()
      await unlisten()
    },
  }
}
