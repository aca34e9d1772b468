import type { FastifyInstance } from 'fastify'
import type { Contract, ParamsOf } from '#shared/primitives/contract.ts'

/** What Fastify knows of a contract by its type. */
export interface RouteTypes<C extends Contract> {
  Params: ParamsOf<C>
}

/** Method and address of a contract for a plugin, whose prefix its path must begin with. */
export const routeOf = ({ prefix }: Pick<FastifyInstance, 'prefix'>, { method, path }: Contract) => {
  if (!path.startsWith(`${prefix}/`)) throw new Error(`The route ${path} is not below ${prefix}.`)
  return { method, url: path.slice(prefix.length) }
}
