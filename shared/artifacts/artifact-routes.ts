import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { artifactRowSchema } from './artifact-row.ts'

const params = z.object({ id: idSchema })

export const artifactFileRoute = contract({
  method: 'GET',
  path: '/api/artifacts/download/:id',
  params,
  response: z.unknown().transform((body) => (typeof body === 'string' ? body : JSON.stringify(body, null, 2))),
})

export const runArtifactsRoute = contract({
  method: 'GET',
  path: '/api/artifacts/list/playbook_run/:id',
  params,
  response: z.array(artifactRowSchema),
})

/** `time` is that of a result. */
export const checkArtifactsRoute = contract({
  method: 'GET',
  path: '/api/artifacts/list/check/:id/:time',
  params: params.extend({ time: z.iso.datetime({ offset: true }) }),
  response: z.array(artifactRowSchema),
})
