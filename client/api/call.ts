import type { z } from 'zod'
import { buildPath, type Contract } from '#shared/primitives/contract.ts'
import { assertSupported } from './assert-supported.ts'
import { request, type RequestOptions } from './request.ts'

type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : { readonly [K in Key]: Value }

interface AnyOptions extends Pick<RequestOptions<unknown>, 'query' | 'body' | 'signal' | 'timeoutMs'> {
  readonly params?: object | undefined
}

type CallOptions<C extends Contract> = AnyOptions &
  Part<'params', SchemaInput<C['params']>> &
  Part<'query', SchemaInput<C['query']>> &
  Part<'body', SchemaInput<C['body']>>

export const call = async <C extends Contract, T>(
  route: C & { readonly response: z.ZodType<T> },
  { params, query, body, signal, timeoutMs }: CallOptions<C>,
): Promise<T> => {
  const path = buildPath<Contract>(route, params ?? {})
  const { method, response: schema } = route
  assertSupported(route, `${method} ${path}`)
  return (await request(path, { method, query, body, schema, signal, timeoutMs })).data
}
