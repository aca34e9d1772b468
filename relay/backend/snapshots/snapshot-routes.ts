import type { FastifyPluginAsync } from 'fastify'
import { topologySnapshotRoute } from '#shared/topology/snapshot-route.ts'
import { parseMoment } from '#relay/backend/parsing/parse-moment.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import type { SeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import { AccessDenied, invalid, notFound } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import type { LoadLogs } from './snapshot-logs.ts'
import { topologySnapshot } from './topology-snapshot.ts'

interface SnapshotRoutesOptions {
  readonly seenComponents: SeenComponents
  readonly people: People
  readonly loadLogs: LoadLogs
}

const defaultStart = '15m'

const toFileName = (name: string): string => `${name.replaceAll(/[^\w.-]+/g, '-')}-snapshot.zip`

const invalidRange = () =>
  invalid(
    'start and end must be durations like 15m or times like 2025-03-24T08:00:00Z, start before end; logFormat log or json.',
    'Correct them and try again.',
  )

export const snapshotRoutes: FastifyPluginAsync<SnapshotRoutesOptions> = async (
  app,
  { seenComponents, people, loadLogs },
) => {
  serve(app, topologySnapshotRoute, { toError: invalidRange }, async ({ params: { id }, query, viewer }, reply) => {
    const { start = '', end = '', related, logFormat = 'log' } = query
    const nowMs = Date.now()
    const fromMs = parseMoment(start || defaultStart, nowMs)
    const toMs = end === '' ? nowMs : parseMoment(end, nowMs)
    if (fromMs === undefined || toMs === undefined || fromMs > toMs) throw invalidRange()
    const seen = await seenComponents(viewer)
    if (seen === null) throw new AccessDenied('topology')
    const snapshot = await topologySnapshot(
      seen,
      { id, fromMs, toMs, isRelated: related === 'true', logFormat },
      { people, viewer, loadLogs },
    )
    if (snapshot === undefined) throw notFound(`The component ${id} does not exist.`)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${toFileName(snapshot.name)}"`)
      .send(snapshot.zip)
  })
}
