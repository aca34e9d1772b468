import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { CheckResult } from '#relay/backend/checks/check-type.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { defineCheckType } from './define-check-type.ts'
import { count, envVars, signIn, thresholdMillis, tlsConfig } from './fields.ts'
import { filled, variablesOf } from '#relay/backend/clients/fill-variables.ts'
import { httpRequest, type HttpAnswer } from '#relay/backend/clients/http-request.ts'
import { authorizationOf, headersOf, oauth2 } from '#relay/backend/clients/http-sign-in.ts'
import { tlsOf } from '#relay/backend/clients/http-tls.ts'
import { shownAddress, targetOf } from '#relay/backend/clients/target.ts'
import { withoutLogin } from '#relay/backend/clients/url-login.ts'

const noNtlm = z
  .boolean()
  .optional()
  .refine((wanted) => wanted !== true, 'NTLM sign-in is not available here; basic and OAuth 2 are')

const spec = z
  .strictObject({
    url: z.string().optional(),
    endpoint: z.string().optional(),
    method: z
      .string()
      .regex(/^[A-Za-z]+$/, 'must be an HTTP method')
      .optional(),
    headers: envVars.optional(),
    body: z.string().optional(),
    templateBody: z.boolean().optional(),
    env: envVars.optional(),
    responseCodes: z.array(z.int().min(100).max(599)).optional(),
    responseContent: z.string().optional(),
    responseJSONContent: z.strictObject({ path: z.string(), value: z.string() }).optional(),
    maxSSLExpiry: count.optional(),
    thresholdMillis,
    basic: z.boolean().optional(),
    ntlm: noNtlm,
    ntlmv2: noNtlm,
    oauth2: oauth2.optional(),
    tlsConfig: tlsConfig.optional(),
    ...signIn,
  })
  .refine(({ url, endpoint, connection }) => (url ?? endpoint ?? connection ?? '') !== '', {
    message: 'is missing',
    path: ['url'],
  })
type HttpSpec = z.infer<typeof spec>

/**
 * An HTTP request. Passes when the code is one of `responseCodes` (2xx when there are none) and everything else that the
 * check asks for holds. Details: code, headers, content, json, elapsed, sslAge, redirects.
 */
export const http = defineCheckType<HttpSpec>({
  key: 'http',
  spec,
  endpointOf: ({ url, endpoint, connection }) => shownAddress(url ?? endpoint ?? connection ?? ''),
  expressionsOf: ({ body = '', templateBody, responseJSONContent: wanted }) => [
    ...(templateBody === true && body !== ''
      ? [{ path: ['body'], expression: { language: 'template', source: body } } as const]
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
  run: async (spec, run) => {
    const variables = await variablesOf(spec.env, run)
    const given = spec.url ?? spec.endpoint
    const target = await targetOf(
      spec,
      given !== undefined && spec.env !== undefined ? await filled(given, variables) : given,
      run,
    )
    if (!/^https?:\/\//i.test(target.url) || !URL.canParse(target.url)) {
      return {
        pass: false,
        invalid: true,
        message: `${JSON.stringify(shownAddress(target.url))} is no http:// or https:// address.`,
      }
    }
    const { url, login } = withoutLogin(target.url)
    const who = {
      ...target,
      username: target.username ?? login?.username,
      password: target.password ?? login?.password,
    }
    const tls = await tlsOf(spec.tlsConfig, target.insecureTls, run)
    const answer = await httpRequest({
      url,
      method: (spec.method ?? 'GET').toUpperCase(),
      headers: [
        ['user-agent', 'quarterdeck'],
        ...(await authorizationOf({ oauth: spec.oauth2 }, who, tls, run)),
        ...(await headersOf(spec.headers, run)),
      ],
      body: spec.templateBody === true && spec.body !== undefined ? await filled(spec.body, variables) : spec.body,
      tls,
      ...(spec.responseCodes === undefined ? {} : { finalCodes: spec.responseCodes }),
      signal: run.signal,
    })
    return judged(spec, answer)
  },
})

const judged = async (spec: HttpSpec, answer: HttpAnswer): Promise<CheckResult> => {
  const json = jsonOf(answer)
  const details = {
    code: answer.code,
    headers: answer.headers,
    content: answer.content,
    json,
    elapsed: answer.elapsed,
    redirects: answer.redirects,
    ...(answer.sslAge === undefined ? {} : { sslAge: answer.sslAge }),
  }
  const broken = await problemOf(spec, answer, json)
  const ownRule = (spec.responseCodes ?? []).length === 0 && (answer.code < 200 || answer.code > 299)
  const wrong = broken ?? (ownRule ? `Expected a 2xx code, got ${answer.code}.` : undefined)
  const count = answer.redirects.length
  const via = count === 0 ? '' : ` after ${count} redirect${count === 1 ? '' : 's'} to ${answer.redirects.at(-1)}`
  const came = `${answer.code} in ${answer.elapsed.ms} ms${via}`
  return {
    pass: wrong === undefined,
    message: wrong === undefined ? came : `${wrong.slice(0, -1)}${via}.`,
    ...(wrong !== undefined && broken === undefined ? { messageIfTestPasses: came } : {}),
    durationMs: answer.elapsed.ms,
    details,
  }
}

const problemOf = async (spec: HttpSpec, answer: HttpAnswer, json: unknown): Promise<string | undefined> => {
  const {
    responseCodes: codes = [],
    responseContent: content,
    responseJSONContent: wanted,
    thresholdMillis: most,
    maxSSLExpiry: days,
  } = spec
  if (codes.length > 0 && !codes.includes(answer.code))
    return `Expected code ${codes.join(' or ')}, got ${answer.code}.`
  if (content !== undefined && content !== '' && !answer.content.includes(content)) {
    const read = answer.cut ? `its first ${answer.content.length} letters do not` : 'it does not'
    return `Expected the body to contain ${JSON.stringify(content.slice(0, 100))}, and ${read}.`
  }
  if (wanted !== undefined) {
    if (json === undefined) return 'Expected a JSON body, and it is none.'
    const found = await evaluate({ jsonPath: wanted.path }, json)
    if (!sameText(found, wanted.value)) {
      return `Expected ${wanted.path} to be ${JSON.stringify(wanted.value)}, got ${JSON.stringify(found)?.slice(0, 200) ?? 'nothing'}.`
    }
  }
  if (days !== undefined && days > 0 && answer.sslAge !== undefined && answer.sslAge.ms < days * 86_400_000) {
    return `Expected the TLS certificate to be valid for ${days} more days, and it expires in ${Math.floor(answer.sslAge.ms / 86_400_000)}.`
  }
  if (most !== undefined && most > 0 && answer.elapsed.ms > most) {
    return `Expected an answer within ${most} ms, and it took ${answer.elapsed.ms} ms.`
  }
  return undefined
}

const sameText = (found: unknown, value: string): boolean => {
  const one = Array.isArray(found) && found.length === 1 ? (found[0] as unknown) : found
  return String(one) === value || isDeepStrictEqual(JSON.stringify(one), value)
}

const jsonOf = ({ headers, content }: HttpAnswer): unknown => {
  const declared = headers['Content-Type']?.includes('json') === true
  if (!declared && !/^\s*[[{]/.test(content)) return undefined
  try {
    return parseBoundedJson(content)
  } catch {
    return undefined
  }
}
