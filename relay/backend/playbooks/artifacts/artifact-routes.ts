import type { FastifyPluginAsync } from 'fastify'
import { artifactFileRoute, runArtifactsRoute } from '#shared/playbooks/artifact-routes.ts'
import { isId } from '#shared/primitives/id.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate } from '#relay/backend/data-api/access/gate.ts'
import type { ArtifactStore } from '#relay/backend/playbooks/artifacts/artifact-store.ts'
import { canReadAction, canReadRun } from '#relay/backend/playbooks/access/assert-can-read.ts'
import { serve, type ResponseFor } from '#relay/http/serve.ts'
import type { Queryable } from '#relay/database/database.ts'
import { AccessDenied, notFound } from '#relay/errors/http-error.ts'

const gate = createGate(accessMatrix)

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

  serve(app, artifactFileRoute, async ({ params: { id }, viewer }, reply) => {
    const artifact = isId(id) ? await artifacts.find(id) : undefined
    const action = artifact?.playbook_run_action_id ?? null
    const isSeen = action === null || (await canReadAction(database, viewer, action))
    if (artifact === undefined || !isSeen) throw notFound(`There is no artifact ${id}.`)
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
}
