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
  _shards: z.looseObject({ total: z.number(), failed: z.number().default(0) }).optional(),
  hits: z.looseObject({
    total: z.union([
      z.number().transform((value) => ({ value, relation: 'eq' })),
      z.looseObject({ value: z.number(), relation: z.string().default('eq') }),
    ]),
    hits: z.array(z.unknown()),
  }),
})
type SearchResponse = z.infer<typeof responseSchema>

/** Such responses have the code 200, and their hits are not all of them. */
const findIncompleteness = (
  { timed_out: isTimedOut, _shards: shards }: SearchResponse,
  index: string,
): string | undefined => {
  if (isTimedOut === true) return 'The search timed out before it read all documents.'
  if (shards === undefined) return undefined
  if (shards.total === 0) return `No index matches ${index}.`
  return shards.failed > 0 ? `The search failed on ${shards.failed} of ${shards.total} shards.` : undefined
}

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
  const incompleteness = findIncompleteness(read.data, spec.index)
  if (incompleteness !== undefined) return { pass: false, message: incompleteness, details: { results: json } }
  const { value: found, relation } = read.data.hits.total
  const isExact = relation === 'eq'
  const shown = isExact ? `${found}` : `${found} or more`
  const pass = spec.results === undefined || (isExact && spec.results === found)
  return {
    pass,
    message: pass
      ? `${shown} hit${found === 1 ? '' : 's'} in ${elapsedMs} ms`
      : `Expected ${spec.results} hit${spec.results === 1 ? '' : 's'}, got ${shown}.`,
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
