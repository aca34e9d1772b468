import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { defineCheckType } from './define-check-type.ts'
import { findResponseFailure, readJsonBody } from './http-response-rules.ts'
import { count, envVar, envVars, signIn, thresholdMillis, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import {
  expandLogin,
  expandOauth,
  expandVariables,
  filled,
  readVariables,
} from '#relay/backend/clients/http/fill-variables.ts'
import { type HttpResponse, httpRequest, type HttpRequest } from '#relay/backend/clients/http/http-request.ts'
import { prepareTarget, signerFields } from '#relay/backend/clients/http/prepare-sign-in.ts'
import { resolveHeaders, oauth2 } from '#relay/backend/clients/http/http-sign-in.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

/** Reports the request also when there is no response. */
const sendRecorded = async (run: ClientRun, request: HttpRequest): Promise<HttpResponse> => {
  const { method, headers, body } = request
  run.onRequest?.({
    method,
    url: new URL(request.url).href,
    headers,
    ...(typeof body === 'string' ? { body } : {}),
    ...(request.tls.insecure && { isInsecure: true }),
    ...(request.maxRedirects !== 0 && request.finalCodes === undefined && { followsRedirects: true }),
  })
  return httpRequest(request)
}

const spec = z
  .strictObject({
    url: z.string().optional(),
    endpoint: z.string().optional(),
    method: z
      .string()
      .regex(/^[A-Za-z-]+$/, 'must be an HTTP method')
      .optional(),
    headers: envVars.optional(),
    body: z.string().optional(),
    templateBody: z.boolean().optional(),
    env: envVars.optional(),
    responseCodes: z.array(z.int()).optional(),
    maxRedirects: count.optional(),
    sendCookies: z.boolean().optional(),
    responseContent: z.string().optional(),
    responseJSONContent: z.strictObject({ path: z.string(), value: z.string() }).optional(),
    maxSSLExpiry: count.optional(),
    thresholdMillis,
    basic: z.boolean().optional(),
    ...signerFields,
    crawl: unavailable('links are not followed. Use a check for each URL').optional(),
    oauth2: oauth2.optional(),
    bearer: secret(envVar).optional(),
    tlsConfig: tlsConfig.optional(),
    ...signIn,
  })
  .refine(({ url, endpoint, connection }) => (url ?? endpoint ?? connection ?? '') !== '', {
    message: 'required',
    path: ['url'],
  })
type HttpSpec = z.infer<typeof spec>

export const http = defineCheckType<HttpSpec>({
  key: 'http',
  spec,
  formatEndpoint: ({ url, endpoint, connection }) => shownAddress(url ?? endpoint ?? connection ?? ''),
  listExpressions: ({ body = '', templateBody, env, responseJSONContent: wanted }) => [
    ...(templateBody === true && body !== ''
      ? [
          {
            path: ['body'],
            expression: {
              language: 'template',
              source: body,
              variables: (env ?? []).map(({ name }) => name).toSorted(),
            },
          } as const,
        ]
      : []),
    ...(wanted === undefined
      ? []
      : [
          {
            path: ['responseJSONContent', 'path'],
            expression: { language: 'jsonPath', source: wanted.path },
          } as const,
        ]),
  ],
  run: async (spec, ownRun) => {
    const variables = await readVariables(spec.env, ownRun)
    const run = expandLogin(ownRun, variables)
    const specUrl = spec.url ?? spec.endpoint
    const target = await resolveTarget(
      spec,
      specUrl === undefined ? undefined : await filled(specUrl, variables, run.about),
      run,
    )
    if (!/^https?:\/\//i.test(target.url) || !URL.canParse(target.url)) {
      return {
        pass: false,
        invalid: true,
        message: `${JSON.stringify(shownAddress(target.url))} is not an http:// or https:// URL.`,
      }
    }
    const signIns = { ...spec, oauth: expandOauth(spec.oauth2, variables) }
    const { url, tls, headers: authorization, signer } = await prepareTarget(signIns, target, spec.tlsConfig, run)
    const response = await sendRecorded(run, {
      url,
      method: (spec.method ?? 'GET').toUpperCase(),
      headers: [
        ['user-agent', 'quarterdeck'],
        ...authorization,
        ...(await resolveHeaders(spec.headers, ownRun, variables)),
      ],
      body: await fillBody(spec, variables, run),
      tls,
      signer,
      ...(spec.responseCodes === undefined || spec.maxRedirects !== undefined
        ? {}
        : { finalCodes: spec.responseCodes }),
      maxRedirects: spec.maxRedirects,
      sendCookies: spec.sendCookies,
      ...(hasBodyRules(spec) ? { bodyMax } : {}),
      signal: run.signal,
    })
    return judged(spec, response)
  },
})

const bodyMax = 16 * 1024 * 1024
const shownMax = 4 * 1024 * 1024
const hasBodyRules = ({ responseContent = '', responseJSONContent }: HttpSpec): boolean =>
  responseContent !== '' || responseJSONContent !== undefined

/** Without `templateBody`, braces in a body are text. */
const fillBody = async (
  { body, templateBody }: HttpSpec,
  variables: Readonly<Record<string, string>>,
  { about }: ClientRun,
): Promise<string | undefined> => {
  if (body === undefined) return undefined
  return templateBody === true ? filled(body, variables, about) : expandVariables(body, variables)
}

const judged = async (spec: HttpSpec, response: HttpResponse): Promise<CheckResult> => {
  const body = readJsonBody(response)
  const isShort = response.cut || response.content.length > shownMax
  const incomplete = `only the first ${Math.min(response.content.length, shownMax)} characters of the body were read`
  const details = {
    code: response.code,
    headers: response.headers,
    content: response.content.slice(0, shownMax),
    json: isShort ? undefined : body.json,
    elapsed: response.elapsed,
    timings: response.timings,
    redirects: response.redirects,
    ...(response.sslAge !== undefined && { sslAge: response.sslAge }),
  }
  const broken = await findResponseFailure(spec, response, body)
  const ownRule = (spec.responseCodes ?? []).length === 0 && (response.code < 200 || response.code > 299)
  const failure = broken ?? (ownRule ? `Expected a 2xx code, got ${response.code}.` : undefined)
  const count = response.redirects.length
  const via = count === 0 ? '' : ` after ${formatQuantity(count, 'redirect')} to ${response.redirects.at(-1)}`
  const summary = `${response.code} in ${response.elapsed.ms} ms${via}`
  return {
    pass: failure === undefined,
    message: failure === undefined ? summary : `${failure.slice(0, -1)}${via}.`,
    ...(failure !== undefined && broken === undefined ? { messageIfTestPasses: summary } : {}),
    ...(isShort ? { incomplete: { content: incomplete, json: incomplete } } : {}),
    durationMs: response.elapsed.ms,
    details,
  }
}
