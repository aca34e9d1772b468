import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { buildAuthorization, oauth2, type SignInRun } from '#relay/backend/clients/http/http-sign-in.ts'
import { createLoginSigner } from '#relay/backend/clients/http/prepare-sign-in.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import { readValue, type ActionContext, type ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'

type HttpSpec = NonNullable<PlaybookAction['http']>
/** A template of the step was rendered to text. */
const loginMethod = booleanField.optional().catch(undefined)
const loginMethods = z.object({ ntlm: loginMethod, ntlmv2: loginMethod, digest: loginMethod })

type HttpContext = Pick<ActionContext, 'mask' | 'signal' | 'resolveSecret' | 'resolveConnection'>

export const runHttp = async (spec: HttpSpec, context: HttpContext): Promise<ActionOutcome> => {
  const connection = spec.connection === undefined ? undefined : await context.resolveConnection(spec.connection)
  context.mask.hideAll(connection?.secrets ?? [])
  const address = spec.url ?? connection?.url ?? ''
  if (hasLineBreak(address) || hasLineBreak(spec.method ?? ''))
    return { result: {}, error: 'The address or method of the step contains a line break.' }
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return { result: {}, error: `${JSON.stringify(shownAddress(address))} is not an http:// or https:// address.` }
  const headers = await Promise.all(
    (spec.headers ?? []).map(async (header): Promise<[string, string]> => [
      header.name,
      await readValue(header, context),
    ]),
  )
  const broken = headers.find((header) => header.some(hasLineBreak))
  if (broken !== undefined)
    return { result: {}, error: `The header ${JSON.stringify(broken[0])} of the step contains a line break.` }
  const run = toSignInRun(context)
  const { url, login } = withoutLogin(address)
  const username = spec.username === undefined ? undefined : await readValue(spec.username, context)
  const password = spec.password === undefined ? undefined : await readValue(spec.password, context)
  const insecureTls = connection?.insecureTls ?? false
  const target = {
    url,
    insecureTls,
    username: username ?? (connection?.username || login?.username),
    password: password ?? (connection?.password || login?.password),
    // The login of a step replaces a token of the connection.
    properties: (username ?? '') === '' ? (connection?.properties ?? {}) : {},
  }
  context.mask.hideAll([target.password ?? '', login?.password ?? ''])
  try {
    const tls = await resolveTls(tlsConfig.optional().parse(spec.tls), run, {
      insecureTls,
      properties: connection?.properties,
    })
    const signIn = { oauth: oauth2.optional().parse(spec.oauth), bearer: envVar.optional().parse(spec.bearer) }
    const signer = createLoginSigner(loginMethods.parse(spec), target)
    const authorization = signer === undefined ? await buildAuthorization(signIn, target, tls, run) : []
    const {
      code,
      headers: answered,
      content,
    } = await httpRequest({
      url,
      method: (spec.method ?? 'GET').toUpperCase(),
      headers: [['user-agent', 'quarterdeck'], ...authorization, ...headers],
      body: spec.body,
      tls,
      signer,
      signal: context.signal,
    })
    const result = { Code: code, Headers: answered, Body: content }
    return { result, error: code < 400 ? null : `${shownAddress(address)} responded with ${code}.` }
  } catch (error) {
    context.signal.throwIfAborted()
    return { result: {}, error: describeError(error, shownAddress(address)) }
  }
}

const toSignInRun = (context: HttpContext): SignInRun => ({
  signal: context.signal,
  hide: (text) => context.mask.hide(text),
  plain: (source) => context.resolveSecret(source),
  secret: async (source) => {
    const text = await context.resolveSecret(source)
    context.mask.hide(text)
    return text
  },
})

const hasLineBreak = (text: string): boolean => /[\r\n]/.test(text)
