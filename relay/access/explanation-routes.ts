import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { decide } from '#shared/access/decide.ts'
import { explanationRoute, type Explanation, type ExplanationQuery } from '#shared/access/explanation.ts'
import { forbidden, invalid } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'

interface ExplanationRoutesOptions {
  readonly explain: (query: ExplanationQuery, signal: AbortSignal) => Promise<Explanation>
}

const timeoutMs = 20_000

const toError = ({ issues: [issue] }: z.ZodError) => {
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  return invalid(
    `Invalid query parameter "${String(name)}".`,
    'Required: person, action, resource. Optional: playbook, config, component, canary, connection.',
  )
}

export const explanationRoutes: FastifyPluginAsync<ExplanationRoutesOptions> = async (app, { explain }) => {
  serve(app, explanationRoute, { toError }, async ({ query, viewer }, reply) => {
    const canRead = decide(viewer, { action: 'read', resource: 'permissions' }, { nowMs: Date.now() }).answer
    if (query.person !== viewer.id && canRead !== 'allowed')
      throw forbidden(
        'You are not allowed to see the permissions of other people.',
        'Requires read on permissions. An administrator can grant it.',
      )
    reply.header('cache-control', 'no-store')
    return explain(query, AbortSignal.timeout(timeoutMs))
  })
}
