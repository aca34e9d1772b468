import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { actOnChecks } from '#shared/access/check-right.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import {
  acknowledgeCheckRoute,
  acknowledgedChecksRoute,
  unacknowledgeCheckRoute,
} from '#shared/health/acknowledge-routes.ts'
import { recordAct } from '#relay/backend/audit/actor.ts'
import type { OnChange } from '#relay/backend/change.ts'
import { deleteAcknowledgement, writeAcknowledgement } from '#relay/backend/checks/acknowledgement-store.ts'
import { createIsSeen, createLoadCanary, decideAccess } from '#relay/backend/checks/check-access.ts'
import type { Checks } from '#relay/backend/checks/checks.ts'
import type { LiveCheck } from '#relay/backend/checks/live-check.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { refuseAccess } from '#relay/backend/refuse-access.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'

export interface AcknowledgeRoutesOptions {
  readonly checks: Pick<Checks, 'find' | 'listAcknowledged'>
  readonly database: Database
  readonly onWrite: OnChange
}

interface Actor {
  readonly id: string
  readonly viewer: Viewer
  readonly reply: FastifyReply
}

const reject = (reply: FastifyReply, code: 400 | 404 | 409, error: string) => reply.code(code).send({ error })

export const acknowledgeRoutes: FastifyPluginAsync<AcknowledgeRoutesOptions> = async (
  app,
  { checks, database, onWrite },
) => {
  const accessObjects = createAccessObjects(database)
  const loadCanary = createLoadCanary(accessObjects)

  const act = async (
    { id, viewer, reply }: Actor,
    change: (check: Pick<LiveCheck, 'record' | 'status'>) => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    const check = checks.find(id)
    const canary = await loadCanary(check?.record.canaryId ?? '')
    if (decideAccess(viewer, actOnChecks.action, canary) !== 'allowed')
      return refuseAccess(reply, viewer, { object: 'canaries', action: actOnChecks.action })
    if (check === undefined) return reject(reply, 404, `Check ${id} not found.`)
    return change(check)
  }

  serve(app, acknowledgeCheckRoute, ({ params: { id }, body: { note, until }, viewer }, reply) =>
    act({ id, viewer, reply }, async ({ record: { name }, status }) => {
      if (until !== null && Date.parse(until) <= Date.now())
        return reject(reply, 400, 'until is in the past. Choose a later time.')
      if (status !== 'unhealthy')
        return reject(reply, 409, `${name} is not failing. Only failing checks can be acknowledged.`)
      await database.transaction(async (transaction) => {
        await writeAcknowledgement(transaction, id, { by: viewer.name, note, until })
        const after = { note, until }
        await recordAct(transaction, { personId: viewer.id, action: 'acknowledged', table: 'checks', id, name, after })
      })
      onWrite({ relation: 'checks', ids: [id] })
      return reply.send({})
    }),
  )

  serve(app, unacknowledgeCheckRoute, ({ params: { id }, viewer }, reply) =>
    act({ id, viewer, reply }, async ({ record: { name } }) => {
      const isDeleted = await database.transaction(async (transaction) => {
        if (!(await deleteAcknowledgement(transaction, id))) return false
        await recordAct(transaction, { personId: viewer.id, action: 'unacknowledged', table: 'checks', id, name })
        return true
      })
      if (isDeleted) onWrite({ relation: 'checks', ids: [id] })
      return reply.send({})
    }),
  )

  serve(app, acknowledgedChecksRoute, async ({ viewer }, reply) => {
    if (decideAccess(viewer, 'read') === 'refused')
      return refuseAccess(reply, viewer, { object: 'canaries', action: 'read' })
    const isSeen = await createIsSeen(accessObjects, viewer)
    return checks
      .listAcknowledged()
      .filter(({ record }) => isSeen?.(record) ?? true)
      .map(({ record: { id }, acknowledgement }) => Object.assign({ id }, acknowledgement))
  })
}
