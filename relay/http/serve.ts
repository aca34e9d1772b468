import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { Contract } from '#shared/primitives/contract.ts'
import { issueText } from '#shared/primitives/issue-text.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { invalid, notFound } from '#relay/errors/http-error.ts'

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T

export type ResponseFor<C extends Contract> = Immutable<z.input<C['response']>>

type Output<Schema, Undeclared> = Schema extends z.ZodType ? z.output<Schema> : Undeclared

export type RequestFor<C extends Contract> = FastifyRequest<{
  Params: Output<C['params'], object>
  Querystring: Output<C['query'], unknown>
  Body: Output<C['body'], unknown>
}>

type Handler<C extends Contract> = (
  request: RequestFor<C>,
  reply: FastifyReply,
) => ResponseFor<C> | FastifyReply | Promise<ResponseFor<C> | FastifyReply>

export interface ServeOptions extends Pick<RouteShorthandOptions, 'preHandler' | 'compress'> {
  /** The error of a request that its contract rejects: unless given, 404 for params, otherwise 400 with field and reason. */
  readonly toError?: (error: z.ZodError) => Error
}

const describeFirst = ({ issues: [issue] }: z.ZodError): string => {
  const { path, message = 'invalid' } = issue ?? {}
  const text = issueText(message)
  return text.endsWith('.') ? text : `${formatPath(path) || 'The body'}: ${text}`
}
const toInvalidRequest = (error: z.ZodError) => invalid(describeFirst(error), 'Correct it and try again.')
const toNotFound = (error: z.ZodError) => notFound(`Address not found. ${describeFirst(error)}`, 'Check the address.')

/**
 * Params, query and body are those of the contract, parsed after `preHandler`, which decides access. A missing body is an
 * empty object. A handler that has sent its response by `reply` returns `reply`.
 */
export const serve = <C extends Contract>(
  app: FastifyInstance,
  { method, path, params, query, body }: C,
  ...rest: readonly [handler: Handler<C>] | readonly [options: ServeOptions, handler: Handler<C>]
): void => {
  const { prefix } = app
  const [{ toError, ...options }, handler] = rest.length === 1 ? [{}, rest[0]] : rest
  if (!path.startsWith(`${prefix}/`)) throw new Error(`The route ${path} is not below ${prefix}.`)
  const parse = (schema: z.ZodType | undefined, value: unknown, toUsualError = toInvalidRequest): unknown => {
    if (schema === undefined) return value
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw (toError ?? toUsualError)(parsed.error)
    return parsed.data
  }
  app.route<{ Params: unknown; Querystring: unknown; Body: unknown }>({
    ...options,
    method,
    url: path.slice(prefix.length),
    handler: async (request, reply) => {
      request.params = parse(params, request.params, toNotFound)
      request.query = parse(query, request.query)
      request.body = parse(body, request.body ?? {})
      return handler(request as RequestFor<C>, reply)
    },
  })
}
