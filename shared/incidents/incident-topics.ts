import { z } from 'zod'
import { incidentPartSchema, type IncidentPart } from '#shared/incidents/incident-part.ts'
import { incidentPresenceSchema, type IncidentPresence } from '#shared/incidents/incident-presence.ts'
import { tableTopic } from '#shared/live/table-topic.ts'
import { defineTopic } from '#shared/live/topic.ts'
import { idSchema } from '#shared/primitives/id.ts'

const incidentTables = ['incidents', 'hypotheses', 'evidences', 'comments', 'responders'] as const

export const incidentTable = tableTopic('incidents', 'incident', 'incidents', {
  shows: incidentTables,
  changedBy: incidentTables,
})

export const incidentTopic = defineTopic<{ incidentId: string }, IncidentPart>({
  name: 'incidents.incident',
  params: z.strictObject({ incidentId: idSchema }),
  row: incidentPartSchema,
  getKey: (row) => `${row.kind} ${row.id}`,
  resource: 'incident',
  shows: [...incidentTables, 'incident_histories'],
  changedBy: incidentTables,
  alsoReads: [
    { resource: 'database', object: 'catalog' },
    { resource: 'canaries' },
    { resource: 'topologies' },
    { resource: 'playbook_runs' },
    { resource: 'notifications', object: 'database.monitor' },
  ],
  pollEveryMs: 5_000,
  staleAfterMs: 15_000,
})

/** Only subscriptions of this relay instance. */
export const incidentPresence = defineTopic<{ incidentId: string }, IncidentPresence>({
  name: 'incidents.presence',
  params: z.strictObject({ incidentId: idSchema }),
  row: incidentPresenceSchema,
  getKey: (row) => row.id,
  resource: 'incident',
  shows: ['incidents'],
  changedBy: [],
  hintedBy: 'incidentId',
  hintGapMs: 50,
  offScreen: true,
  pollEveryMs: 30_000,
  staleAfterMs: 120_000,
})

/** A subscription without rows: it tells other viewers where a person is typing. */
export const incidentTyping = defineTopic<{ incidentId: string; place: string }, { id: string }>({
  name: 'incidents.typing',
  params: z.strictObject({ incidentId: idSchema, place: z.string().max(100) }),
  row: z.object({ id: z.string() }),
  getKey: (row) => row.id,
  resource: 'incident',
  shows: ['incidents'],
  changedBy: [],
  offScreen: true,
  pollEveryMs: 60_000,
  staleAfterMs: 240_000,
})
