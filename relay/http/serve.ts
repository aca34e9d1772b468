import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { Contract, PathParams } from '#shared/primitives/contract.ts'

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T

export type ResponseFor<C extends Contract> = Immutable<z.input<C['response']>>

type RequestFor<C extends Contract> = FastifyRequest<{ Params: PathParams<C> }>

type Handler<C extends Contract> = (
  request: RequestFor<C>,
  reply: FastifyReply,
) => ResponseFor<C> | FastifyReply | Promise<ResponseFor<C> | FastifyReply>

/** A handler that has sent its response by `reply` returns `reply`. */
export const serve = <C extends Contract>(
  app: FastifyInstance,
  { method, path }: C,
  handler: Handler<C>,
  options: Pick<RouteShorthandOptions, 'preHandler' | 'compress'> = {},
): void => {
  const { prefix } = app
  if (!path.startsWith(`${prefix}/`)) throw new Error(`The route ${path} is not below ${prefix}.`)
  app.route<{ Params: PathParams<C> }>({ ...options, method, url: path.slice(prefix.length), handler })
}
