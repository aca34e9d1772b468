import type { z } from 'zod'
import { pathOf, type Contract } from '#shared/primitives/contract.ts'
import { request, type RequestOptions } from './request.ts'

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : { readonly [K in Key]: Value }

interface AnyOptions extends Pick<RequestOptions<unknown>, 'query' | 'body' | 'signal' | 'timeoutMs'> {
  readonly params?: object | undefined
}

/** What a route is asked with: everything that its contract names. */
type CallOptions<C extends Contract> = AnyOptions &
  Part<'params', InputOf<C['params']>> &
  Part<'query', InputOf<C['query']>> &
  Part<'body', InputOf<C['body']>>

/** Asks a route of this origin by its contract, and answers its body. Throws `ApiError` as `request` does. */
export const call = async <C extends Contract, T>(
  route: C & { readonly response: z.ZodType<T> },
  { params, query, body, signal, timeoutMs }: CallOptions<C>,
): Promise<T> => {
  const path = pathOf<Contract>(route, params ?? {})
  const { method, response: schema } = route
  return (await request(path, { method, query, body, schema, signal, timeoutMs })).data
}
