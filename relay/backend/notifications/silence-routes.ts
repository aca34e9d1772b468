import type { FastifyPluginAsync } from 'fastify'
import { decide } from '#shared/access/decide.ts'
import { silenceRoute } from '#shared/notifications/silence-route.ts'
import { isId } from '#shared/primitives/id.ts'
import { nameActor } from '#relay/backend/audit/actor.ts'
import type { OnChange } from '#relay/backend/change.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import { problemOf } from '#relay/backend/templates/template.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'

export interface SilenceRoutesOptions {
  readonly database: Database
  readonly people: People
  readonly onWrite: OnChange
}

const things = { config: 'config_items', check: 'checks', canary: 'canaries', component: 'components' } as const
const kinds = ['config', 'check', 'canary', 'component'] as const

/** Null for a moment that is left open, undefined for what is none. */
const momentOf = (text: string | null | undefined): Date | null | undefined =>
  text == null || text === '' || text.toLowerCase() === 'indefinitely' ? null : readDateMath(text, Date.now())

/** What people do about silences beside writing them by the data API, relative to `/notification` (contract 1.10). */
export const silenceRoutes: FastifyPluginAsync<SilenceRoutesOptions> = async (app, { database, people, onWrite }) => {
  serve(app, silenceRoute, async ({ body, viewer }, reply) => {
    const fault = (error: string) => reply.code(400).send({ error })
    const question = { action: 'create', resource: 'notifications', object: 'notification', about: {} } as const
    if (decide(viewer, question, { nowMs: Date.now() }).answer !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'notification', action: 'create' })
    const asked = silenceRoute.body.safeParse(body ?? {})
    if (!asked.success) {
      const [issue] = asked.error.issues
      return fault(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'unreadable'}`)
    }
    const silence = asked.data
    const [from, until] = [momentOf(silence.from), momentOf(silence.until)]
    if (from === undefined) return fault(`from: ${silence.from} is no time, nor one such as now+2h.`)
    if (until === undefined) return fault(`until: ${silence.until} is no time, nor one such as now+2h.`)
    if (until !== null && until.getTime() <= Date.now())
      return fault('until: A silence that is over already silences nothing.')
    if (from !== null && until !== null && from > until) return fault('from: A silence cannot begin after its end.')
    const filter = silence.filter?.trim() ?? ''
    const named = kinds.flatMap((kind) => {
      const id = silence[`${kind}_id`]
      return id == null || id === '' ? [] : [{ kind, id }]
    })
    if (named.length === 0 && filter === '' && (silence.selectors ?? []).length === 0)
      return fault('A silence needs a resource, a filter or selectors: without any it would silence everything.')
    for (const { kind, id } of named) {
      const seen = isId(id) ? await readerFor(people, viewer).rowsOf(things[kind], 'id', [id]) : []
      if (seen.length === 0) return fault(`${kind}_id: There is no ${kind} ${id}.`)
    }
    const problem = filter === '' ? undefined : await problemOf({ language: 'expr', source: filter })
    if (problem !== undefined) return fault(`filter: ${problem.message}`)
    const idOf = (kind: (typeof kinds)[number]) => named.find((each) => each.kind === kind)?.id ?? null
    const { rows } = await database.transaction(async (transaction) => {
      await nameActor(transaction, viewer.id)
      return transaction.query<{ id: string }>(
        `insert into notification_silences
         (name, description, filter, selectors, "from", until, recursive, source, created_by, config_id, check_id, canary_id, component_id)
       values ($1, $2, $3, $4, $5, $6, $7, 'UI', $8, $9, $10, $11, $12) returning id`,
        [
          silence.name,
          silence.description ?? null,
          filter === '' ? null : filter,
          silence.selectors == null || silence.selectors.length === 0 ? null : JSON.stringify(silence.selectors),
          from?.toISOString() ?? new Date().toISOString(),
          until?.toISOString() ?? null,
          silence.recursive ?? false,
          viewer.id,
          idOf('config'),
          idOf('check'),
          idOf('canary'),
          idOf('component'),
        ],
      )
    })
    onWrite({ relation: 'notification_silences', ids: rows.map(({ id }) => id) })
    return reply.code(200).send()
  })
}
