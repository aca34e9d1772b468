import { z } from 'zod'
import { sessionRowSchema, type SessionRow } from '#shared/access/session-row.ts'
import type { TopicSource } from '#relay/live/source.ts'

const sightSchema = z.object({ personId: z.string(), roles: z.array(z.string()) })

/** What a person's sight says of their session: when their roles change they are moved to another feed. */
export const sessionSource: TopicSource<Record<string, never>, SessionRow> = {
  load: async (_params, _signal, sight) => {
    const { personId, roles } = sightSchema.parse(JSON.parse(sight))
    return { body: JSON.stringify([{ personId, roles }]), observedAtMs: Date.now() }
  },
  rowOf: (entry) => sessionRowSchema.parse(entry),
}
