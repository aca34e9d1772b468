import type { FastifyPluginAsync } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import { artifactFileRoute, checkArtifactsRoute, runArtifactsRoute } from '#shared/artifacts/artifact-routes.ts'
import { isId } from '#shared/primitives/id.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate } from '#relay/backend/data-api/access/gate.ts'
import type { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import { createLoadCanary, decideAccess } from '#relay/backend/checks/routes/check-access.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import { canReadAction, canReadRun } from '#relay/backend/playbooks/access/assert-can-read.ts'
import { serve, type ResponseFor } from '#relay/http/serve.ts'
import type { Queryable } from '#relay/database/database.ts'
import { AccessDenied, notFound } from '#relay/errors/http-error.ts'

const gate = createGate(accessMatrix)

interface ArtifactOwnerRow {
  readonly playbook_run_action_id: string | null
  readonly check_id: string | null
}

interface ArtifactRoutesOptions {
  readonly artifacts: ArtifactStore
  readonly database: Queryable
}

/** Security: always sent as attachments, so that browsers never render them. */
export const artifactRoutes: FastifyPluginAsync<ArtifactRoutesOptions> = async (app, { artifacts, database }) => {
  app.addHook('preHandler', async ({ viewer }) => {
    if (gate(viewer, 'GET', 'artifacts').kind === 'allowed') return undefined
    throw new AccessDenied('artifact')
  })

  const loadCanary = createLoadCanary(createAccessObjects(database))

  const canReadCheck = async (viewer: Viewer, id: string): Promise<boolean> => {
    if (decideAccess(viewer, 'read') === 'allowed') return true
    const { rows } = await database.query<{ canary_id: string }>('select canary_id from checks where id = $1', [id])
    return rows[0] !== undefined && decideAccess(viewer, 'read', await loadCanary(rows[0].canary_id)) === 'allowed'
  }

  const canReadOwner = async (
    viewer: Viewer,
    { playbook_run_action_id: action, check_id: check }: ArtifactOwnerRow,
  ) => {
    if (check !== null) return canReadCheck(viewer, check)
    return action === null || canReadAction(database, viewer, action)
  }

  serve(app, artifactFileRoute, async ({ params: { id }, viewer }, reply) => {
    const artifact = isId(id) ? await artifacts.find(id) : undefined
    if (artifact === undefined || !(await canReadOwner(viewer, artifact))) throw notFound(`There is no artifact ${id}.`)
    const file = await artifacts.open(artifact)
    if (file === undefined) throw notFound(`The file of the artifact ${artifact.filename} was deleted.`)
    return reply
      .type(artifact.content_type ?? 'application/octet-stream')
      .headers({
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(artifact.filename)}`,
        'content-length': artifact.size,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      .send(file.createReadStream())
  })

  serve(app, runArtifactsRoute, async ({ params: { id }, viewer }) => {
    if (!isId(id) || !(await canReadRun(database, viewer, id))) throw notFound(`Run ${id} not found.`)
    const { rows } = await database.query<ResponseFor<typeof runArtifactsRoute>[number]>(
      `select artifacts.* from artifacts
         join playbook_run_actions as actions on actions.id = artifacts.playbook_run_action_id
        where actions.playbook_run_id = $1 and artifacts.deleted_at is null order by artifacts.created_at`,
      [id],
    )
    return rows
  })

  serve(app, checkArtifactsRoute, async ({ params: { id, time }, viewer }) => {
    if (!(await canReadCheck(viewer, id))) throw notFound(`Check ${id} not found.`)
    const { rows } = await database.query<ResponseFor<typeof checkArtifactsRoute>[number]>(
      `select * from artifacts
        where check_id = $1 and check_time = $2 and deleted_at is null order by created_at, filename`,
      [id, time],
    )
    return rows
  })
}
