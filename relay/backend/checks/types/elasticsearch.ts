import { withoutMark } from '#shared/primitives/bounded-json.ts'
import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { defineCheckType } from './define-check-type.ts'
import { count, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

const spec = z
  .strictObject({
    url: z.string().optional(),
    index: z.string().min(1),
    query: z.string().refine(isJson, 'must be JSON'),
    results: count.optional(),
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })
type SearchSpec = z.infer<typeof spec>

function isJson(text: string): boolean {
  try {
    JSON.parse(withoutMark(text))
    return true
  } catch {
    return false
  }
}

const responseSchema = z.looseObject({
  timed_out: z.boolean().optional(),
  hits: z.looseObject({
    total: z.union([z.number(), z.looseObject({ value: z.number() }).transform(({ value }) => value)]),
    hits: z.array(z.unknown()),
  }),
})

const search = async (spec: SearchSpec, run: ClientRun): Promise<CheckResult> => {
  const start = performance.now()
  const json = await jsonOver(
    spec,
    { url: spec.url, path: `/${encodeURIComponent(spec.index)}/_search`, body: spec.query },
    run,
  )
  const elapsedMs = Math.round(performance.now() - start)
  const read = responseSchema.safeParse(json)
  if (!read.success) return { pass: false, message: 'Not a search response.' }
  const found = read.data.hits.total
  const pass = spec.results === undefined || spec.results === found
  return {
    pass,
    message: pass
      ? `${found} hit${found === 1 ? '' : 's'} in ${elapsedMs} ms`
      : `Expected ${spec.results} hit${spec.results === 1 ? '' : 's'}, got ${found}.`,
    durationMs: elapsedMs,
    details: { count: found, hits: read.data.hits.hits, results: json },
  }
}

const of = (key: string) =>
  defineCheckType<SearchSpec>({
    key,
    spec,
    formatEndpoint: ({ url, connection, index }) =>
      `${shownAddress(url ?? connection ?? '').replace(/\/$/, '')}/${index}`,
    run: search,
  })

export const elasticsearch = of('elasticsearch')
export const opensearch = of('opensearch')
