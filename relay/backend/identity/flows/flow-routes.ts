import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { fetchFlow, type FlowType } from './flow-type.ts'
import type { Visitor } from '#relay/backend/identity/http/visitor.ts'

export type ToVisitor = (request: FastifyRequest, reply: FastifyReply) => Visitor

type FlowResponse = Promise<object | FastifyReply>

interface FlowRoutesOptions {
  readonly toVisitor: ToVisitor
  readonly type: FlowType
  readonly create: (visitor: Visitor) => FlowResponse
  readonly submit: (visitor: Visitor) => FlowResponse
  readonly open?: (visitor: Visitor) => FlowResponse
  readonly admit?: (visitor: Visitor) => Promise<void>
}

export const flowRoutes: FastifyPluginAsync<FlowRoutesOptions> = async (
  app,
  { toVisitor, type, create, submit, open, admit },
) => {
  const path = `/self-service/${type.kind}`
  app.get(`${path}/browser`, async (request, reply) => create(toVisitor(request, reply)))
  app.get(`${path}/flows`, async (request, reply) => {
    const visitor = toVisitor(request, reply)
    await admit?.(visitor)
    return type.render(visitor, await fetchFlow(visitor, type))
  })
  app.get(path, async (request, reply) => {
    const visitor = toVisitor(request, reply)
    if (open !== undefined) return open(visitor)
    return visitor.redirect(visitor.page(type.page, { flow: visitor.query('flow') ?? '' }))
  })
  app.post(path, async (request, reply) => submit(toVisitor(request, reply)))
}
