import type { FastifyPluginAsync } from 'fastify'
import { actOnChecks } from '#shared/access/check-right.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import {
  acknowledgeCheckRoute,
  acknowledgedChecksRoute,
  unacknowledgeCheckRoute,
} from '#shared/health/acknowledge-routes.ts'
import { recordAct } from '#relay/backend/rows/actor.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { deleteAcknowledgement, writeAcknowledgement } from '#relay/backend/checks/store/acknowledgement-store.ts'
import { createIsSeen, createLoadCanary, decideAccess } from '#relay/backend/checks/routes/check-access.ts'
import type { Checks } from '#relay/backend/checks/engine/checks.ts'
import type { LiveCheck } from '#relay/backend/checks/store/live-check.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { AccessDenied, conflict, invalid, notFound } from '#relay/errors/http-error.ts'

interface AcknowledgeRoutesOptions {
  readonly checks: Pick<Checks, 'find' | 'listAcknowledged'>
  readonly database: Database
  readonly onWrite: OnChange
}

export const acknowledgeRoutes: FastifyPluginAsync<AcknowledgeRoutesOptions> = async (
  app,
  { checks, database, onWrite },
) => {
  const accessObjects = createAccessObjects(database)
  const loadCanary = createLoadCanary(accessObjects)

  const getActionable = async (id: string, viewer: Viewer): Promise<Pick<LiveCheck, 'record' | 'status'>> => {
    const check = checks.find(id)
    const canary = await loadCanary(check?.record.canaryId ?? '')
    if (decideAccess(viewer, actOnChecks.action, canary) !== 'allowed')
      throw new AccessDenied('canaries', actOnChecks.action)
    if (check === undefined) throw notFound(`Check ${id} not found.`)
    return check
  }

  serve(app, acknowledgeCheckRoute, async ({ params: { id }, body: { note, until }, viewer }) => {
    const {
      record: { name },
      status,
    } = await getActionable(id, viewer)
    if (until !== null && Date.parse(until) <= Date.now()) throw invalid('until is in the past. Choose a later time.')
    if (status !== 'unhealthy') throw conflict(`${name} is not failing. Only failing checks can be acknowledged.`)
    await database.transaction(async (transaction) => {
      await writeAcknowledgement(transaction, id, { by: viewer.name, note, until })
      const after = { note, until }
      await recordAct(transaction, { personId: viewer.id, action: 'acknowledged', table: 'checks', id, name, after })
    })
    onWrite({ relation: 'checks', ids: [id] })
    return {}
  })

  serve(app, unacknowledgeCheckRoute, async ({ params: { id }, viewer }) => {
    const {
      record: { name },
    } = await getActionable(id, viewer)
    const isDeleted = await database.transaction(async (transaction) => {
      if (!(await deleteAcknowledgement(transaction, id))) return false
      await recordAct(transaction, { personId: viewer.id, action: 'unacknowledged', table: 'checks', id, name })
      return true
    })
    if (isDeleted) onWrite({ relation: 'checks', ids: [id] })
    return {}
  })

  serve(app, acknowledgedChecksRoute, async ({ viewer }) => {
    if (decideAccess(viewer, 'read') === 'refused') throw new AccessDenied('canaries')
    const isSeen = await createIsSeen(accessObjects, viewer)
    return checks
      .listAcknowledged()
      .filter(({ record }) => isSeen?.(record) ?? true)
      .map(({ record: { id }, acknowledgement }) => Object.assign({ id }, acknowledgement))
  })
}
