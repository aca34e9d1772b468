import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { silencePreviewRoute, silenceRoute } from '#shared/notifications/silence-route.ts'
import { silencedNowRoute, resourceSilencesRoute } from '#shared/notifications/resource-silences-route.ts'
import { isId } from '#shared/primitives/id.ts'
import { resourceRelations } from '#shared/resources/resource-id.ts'
import { nameActor } from '#relay/backend/rows/actor.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { invalid } from '#relay/errors/http-error.ts'
import { canWriteNotifications } from '#relay/backend/notifications/rules/notification-permissions.ts'
import { readRules } from '#relay/backend/notifications/rules/rules.ts'
import { readSilence, type ReadSilence } from './read-silence.ts'
import { previewSilence } from './silence-preview.ts'
import { silencedNow, listCoveringSilences } from './covering-silences.ts'

interface SilenceRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly secrets: StoredSecrets
  readonly onWrite: OnChange
}

type SilenceRequest = z.output<typeof silenceRoute.body>

const write = async (
  database: Database,
  request: SilenceRequest,
  { from, until, filter, selectors, findId }: ReadSilence,
  createdBy: string,
): Promise<readonly string[]> =>
  database.transaction(async (transaction) => {
    await nameActor(transaction, createdBy)
    const { rows } = await transaction.query<{ id: string }>(
      `insert into notification_silences
         (name, description, filter, selectors, "from", until, recursive, source, created_by, config_id, check_id, canary_id, component_id)
       values ($1, $2, $3, $4, $5, $6, $7, 'UI', $8, $9, $10, $11, $12) returning id`,
      [
        request.name,
        request.description ?? null,
        filter,
        selectors.length === 0 ? null : JSON.stringify(selectors),
        from?.toISOString() ?? new Date().toISOString(),
        until?.toISOString() ?? null,
        request.recursive ?? false,
        createdBy,
        findId('config'),
        findId('check'),
        findId('canary'),
        findId('component'),
      ],
    )
    const ids = rows.map(({ id }) => id)
    const { window, until_recovers: untilRecovers } = request
    if (window != null || untilRecovers === true)
      await transaction.query(
        `insert into notification_silence_terms (silence_id, window_days, window_from, window_to, window_zone, until_recovers)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          ids[0],
          window?.days ?? null,
          window?.from ?? null,
          window?.to ?? null,
          window?.zone ?? null,
          untilRecovers ?? false,
        ],
      )
    return ids
  })

const preHandler = requireAccess(canWriteNotifications, 'notification', 'create')

export const silenceRoutes: FastifyPluginAsync<SilenceRoutesOptions> = async (
  app,
  { database, people, secrets, onWrite },
) => {
  serve(app, silenceRoute, { preHandler }, async ({ body, viewer }, reply) => {
    const read = await readSilence(body, readerFor(people, viewer))
    if ('error' in read) throw invalid(read.error)
    onWrite({ relation: 'notification_silences', ids: await write(database, body, read.silence, viewer.id) })
    return reply.code(200).send()
  })

  serve(app, silencePreviewRoute, { preHandler }, async ({ body, viewer }) => {
    const reader = readerFor(people, viewer)
    const read = await readSilence(body, reader)
    if ('error' in read) throw invalid(read.error)
    return previewSilence({ database, reader, rules: await readRules(database, secrets) }, body, read.silence)
  })

  serve(app, resourceSilencesRoute, async ({ params: { kind, id }, viewer }) => {
    const reader = readerFor(people, viewer)
    const seen = isId(id) ? await reader.listRows(resourceRelations[kind], 'id', [id]) : []
    if (seen.length === 0) return []
    return [...(await listCoveringSilences(database, reader, kind, id))]
  })

  serve(app, silencedNowRoute, async ({ body: { kind, ids }, viewer }) => {
    const reader = readerFor(people, viewer)
    const silenced = await silencedNow(database, reader, kind, ids.filter(isId))
    const seen = await reader.listRows(resourceRelations[kind], 'id', [...silenced.keys()])
    const visible = new Set(seen.map((row) => row['id']))
    return Object.fromEntries([...silenced].filter(([id]) => visible.has(id)))
  })
}
