import type { FastifyPluginAsync } from 'fastify'
import { messageLinkRoute } from '#shared/notifications/message-link-route.ts'
import { resourceRelations } from '#shared/resources/resource-id.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { linkLastsMs, type LinkedEvent, type MessageLinks } from './message-links.ts'
import { readSubjects } from './subject.ts'

interface MessageLinkOptions {
  readonly database: Database
  readonly people: People
  readonly messageLinks: MessageLinks
}

const iso = (ms: number): string => new Date(ms).toISOString()

const toIncidentState = (row: Readonly<Record<string, unknown>>) => {
  const { status, acknowledged } = row
  return { status: String(status), acknowledged: typeof acknowledged === 'string' ? acknowledged : null }
}

// Reads the current state: the event has the state at its time.
const loadCurrentState = async (database: Database, { kind, id }: LinkedEvent) => {
  const subject = (await readSubjects(database, [{ id, event: kind, kind, about: { id } }])).get(id)
  if (subject === undefined) return null
  const { name, type, health, row } = subject.target
  return { name, type, health, incident: kind === 'incident' ? toIncidentState(row) : null }
}

export const messageLinkRoutes: FastifyPluginAsync<MessageLinkOptions> = async (
  app,
  { database, people, messageLinks },
) => {
  serve(app, messageLinkRoute, async ({ query: { token }, viewer }) => {
    const linked = messageLinks.read(token)
    if (linked === undefined) return { state: 'unknown' as const }
    const { kind, id, event, atMs, runId } = linked
    const about = { kind, id, event, at: iso(atMs), ends_at: iso(atMs + linkLastsMs), run_id: runId ?? null }
    if (Date.now() > atMs + linkLastsMs) return { state: 'ended' as const, about }
    const seen = await readerFor(people, viewer).listRows(resourceRelations[kind], 'id', [id])
    return {
      state: 'valid' as const,
      about,
      thing: seen.length === 0 ? null : await loadCurrentState(database, linked),
    }
  })
}
