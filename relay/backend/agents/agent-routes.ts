import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { generateAgentRoute, pushRoute, renewTokenRoute, upstreamRoute } from '#shared/agents/agent-routes.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { authenticateAgent, giveToken, type KnownAgent } from '#relay/backend/agents/agent-tokens.ts'
import { createAgent } from '#relay/backend/agents/create-agent.ts'
import { receivePush, type ReceiveOptions } from '#relay/backend/agents/receive-push.ts'
import type { Reporter } from '#relay/backend/agents/reporter.ts'
import { recordAct } from '#relay/backend/rows/actor.ts'
import { requireAccess } from '#relay/backend/permissions/require-access.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { conflict, invalid, notFound, unauthorized } from '#relay/errors/http-error.ts'
import { serve } from '#relay/http/serve.ts'
import { isAllowed } from '#relay/is-allowed.ts'

export interface AgentRoutesOptions extends ReceiveOptions {
  readonly reporter?: Pick<Reporter, 'state'> | undefined
}

const requires = (action: 'read' | 'create' | 'update') =>
  requireAccess((viewer) => isAllowed(viewer, { action, resource: 'agents', object: 'agent' }), 'agent', action)

const toPushError = ({ issues: [issue] }: z.ZodError) =>
  invalid(
    `Invalid push: ${formatPath(issue?.path) || 'the body'}: ${issue?.message ?? 'invalid'}`,
    'Update the agent or this console, so that both have the same version.',
  )

const agentByRequest = new WeakMap<object, KnownAgent>()

export const agentRoutes: FastifyPluginAsync<AgentRoutesOptions> = async (app, options) => {
  const { database, onChange, reporter } = options
  const turns = new Map<string, Promise<unknown>>()

  const inTurn = async <T>(agentId: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(agentId) ?? Promise.resolve()).then(work, work)
    turns.set(agentId, turn)
    try {
      return await turn
    } finally {
      if (turns.get(agentId) === turn) turns.delete(agentId)
    }
  }

  await app.register(async (forAgents) => {
    // Runs before the body is parsed, so that a request without a token cannot make the relay parse 8 MB.
    forAgents.addHook('onRequest', async (request) => {
      const agent = await authenticateAgent(database, request.headers.authorization)
      if (typeof agent === 'string') throw unauthorized(agent)
      agentByRequest.set(request, agent)
    })
    serve(forAgents, pushRoute, { toError: toPushError }, async (request) => {
      const agent = agentByRequest.get(request)
      if (agent === undefined) throw new Error('A push without an agent.')
      return inTurn(agent.id, () => receivePush(options, agent, request.body, request.ip))
    })
  })

  serve(app, generateAgentRoute, { preHandler: requires('create') }, async ({ body, viewer }, reply) => {
    try {
      const made = await createAgent(database, viewer.id, body)
      onChange({ relation: 'agents', ids: [made.agent_id] })
      return await reply.code(201).header('cache-control', 'no-store').send(made)
    } catch (error) {
      if (error instanceof SqlError && error.constraint === 'agents_name_key')
        throw conflict(`An agent named ${body.name} already exists. Choose another name, or delete that agent.`)
      throw error
    }
  })

  serve(app, renewTokenRoute, { preHandler: requires('update') }, async ({ params: { id }, viewer }, reply) => {
    const { rows } = await database.query<KnownAgent>(
      `select id, name from agents where id::text = $1 and deleted_at is null and id <> '${localAgent}'`,
      [id.toLowerCase()],
    )
    const [agent] = rows
    if (agent === undefined) throw notFound(`Agent ${id} not found.`)
    const token = await giveToken(database, agent.id)
    const act = { personId: viewer.id, action: 'renewed', table: 'agents', id: agent.id, name: agent.name }
    await recordAct(database, act)
    return reply.header('cache-control', 'no-store').send(token)
  })

  serve(app, upstreamRoute, { preHandler: requires('read') }, async (_request, reply) => {
    return (await reporter?.state()) ?? reply.type('application/json; charset=utf-8').send('null')
  })
}
