import { z } from 'zod'
import { envVar, envVars, signIn, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { expandLogin, expandOauth, filled, readVariables } from '#relay/backend/clients/http/fill-variables.ts'
import { httpRequest, type HttpResponse } from '#relay/backend/clients/http/http-request.ts'
import { prepareTarget, signerFields } from '#relay/backend/clients/http/prepare-sign-in.ts'
import { resolveHeaders, oauth2 } from '#relay/backend/clients/http/http-sign-in.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { formatFromContentType } from '#relay/backend/clients/documents/read-documents.ts'
import { listPageExpressions, pagination, readPages, type PageRequest } from './http-pages.ts'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const bodyMax = 32 * 1024 * 1024

const headerMap = z
  .record(z.string(), envVar)
  .transform((headers) => Object.entries(headers).map(([name, source]) => Object.assign({ name }, source, { name })))

const spec = z
  .strictObject({
    url: z.string().optional(),
    method: z
      .string()
      .regex(/^[A-Za-z]+$/, 'must be an HTTP method')
      .optional(),
    headers: z.union([envVars, headerMap], { error: 'must be a list with name and value, or a map' }).optional(),
    body: z.string().optional(),
    env: envVars.optional(),
    bearer: secret(envVar).optional(),
    oauth: oauth2.optional(),
    tls: tlsConfig.optional(),
    /** Forms have these fields of files. A response has no paths. */
    paths: z.array(z.string()).optional(),
    ignore: z.array(z.string()).optional(),
    ...signerFields,
    pagination: pagination.optional(),
    ...signIn,
  })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })
type HttpSpec = z.infer<typeof spec>

export const http: ScraperType<HttpSpec> = {
  key: 'http',
  spec,
  defaultType: 'HTTP',
  describeEndpoint: ({ url, connection }) => shownAddress(url ?? connection ?? ''),
  listExpressions: ({ pagination: pages }) => listPageExpressions(pages),
  async *scrape(spec, ownRun) {
    const variables = await readVariables(spec.env, ownRun)
    const run = expandLogin(ownRun, variables)
    const fill = async (text: string | undefined) => (text === undefined ? undefined : filled(text, variables))
    const target = await resolveTarget(spec, await fill(spec.url), run)
    if (!/^https?:\/\//i.test(target.url) || !URL.canParse(target.url))
      throw new Error(`${JSON.stringify(shownAddress(target.url))} is not an http:// or https:// address`)
    const {
      url,
      tls,
      headers: authorization,
      signer,
    } = await prepareTarget({ ...spec, oauth: expandOauth(spec.oauth, variables) }, target, spec.tls, run)
    const headers = [
      ['user-agent', 'quarterdeck'],
      ...authorization,
      ...(await resolveHeaders(spec.headers, ownRun, variables)),
    ] as const
    const request = async (page: PageRequest): Promise<HttpResponse> => {
      const { url, method, body, headers: own = {} } = page
      const { signal } = run
      const replaced = new Set(Object.keys(own).map((name) => name.toLowerCase()))
      const sent = [...headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...Object.entries(own)]
      const response = await httpRequest({ url, method, headers: sent, body, tls, bodyMax, signer, signal })
      if (response.code < 200 || response.code > 299) throw new Error(`Expected a 2xx code, got ${response.code}`)
      if (response.cut) throw new Error(`The response is larger than ${bodyMax / 1024 / 1024} MB`)
      return response
    }
    const first = { url, method: (spec.method ?? 'GET').toUpperCase(), body: await fill(spec.body) }
    for await (const { content, headers: received } of readPages(spec.pagination, first, request, run.signal))
      yield {
        kind: 'text',
        text: content,
        format: formatFromContentType(received['Content-Type'] ?? ''),
        known: { source: shownAddress(url) },
      }
  },
}
