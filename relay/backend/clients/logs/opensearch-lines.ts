import { z } from 'zod'
import { integerField } from '#shared/primitives/document-scalars.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { httpSignIn, jsonOver } from '#relay/backend/clients/http/http-json.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { tlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { RawLine } from './log-line.ts'

const linesMax = 5_000
const usualSize = 500

export const parseQuery = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const query: unknown = JSON.parse(text)
    return isMap(query) ? query : undefined
  } catch {
    return undefined
  }
}

export const queryText = z
  .string()
  .refine((text) => text.trim() === '' || parseQuery(text) !== undefined, 'must be a query as JSON')

const size = integerField({ min: 1, max: linesMax }).optional()
export const opensearchSpec = z
  .strictObject({
    url: z.string().optional(),
    address: z.string().optional(),
    index: z.string().min(1),
    query: queryText.optional(),
    size,
    limit: size,
    tls: tlsConfig.optional(),
    ...httpSignIn,
  })
  .refine(({ url, address, connection }) => (url ?? address ?? connection ?? '') !== '', {
    message: 'required',
    path: ['url'],
  })

const responseSchema = z.looseObject({
  hits: z.looseObject({
    hits: z.array(z.looseObject({ _id: z.string().optional(), _source: z.record(z.string(), z.unknown()).optional() })),
  }),
})

export const readOpensearch = async (spec: z.infer<typeof opensearchSpec>, run: ClientRun): Promise<RawLine[]> => {
  const query = parseQuery(spec.query ?? '') ?? {}
  const body = JSON.stringify({ ...query, size: spec.size ?? spec.limit ?? query['size'] ?? usualSize })
  const path = `/${encodeURIComponent(spec.index)}/_search`
  const read = responseSchema.safeParse(await jsonOver(spec, { url: spec.url ?? spec.address, path, body }, run))
  if (!read.success) throw new Error('Not a search response')
  return read.data.hits.hits.slice(0, linesMax).map(({ _id: id, _source: fields = {} }) => ({ id, fields }))
}
