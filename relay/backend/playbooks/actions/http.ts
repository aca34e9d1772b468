import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { describeError } from '#relay/backend/clients/describe-error.ts'
import { httpRequest } from '#relay/backend/clients/http-request.ts'
import { shownAddress } from '#relay/backend/clients/target.ts'
import { readValue, type ActionContext, type ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'

type HttpSpec = NonNullable<PlaybookAction['http']>

export const runHttp = async (spec: HttpSpec, context: ActionContext): Promise<ActionOutcome> => {
  if (spec.ntlm === true || spec.ntlmv2 === true)
    return {
      result: {},
      error: 'NTLM authentication is not available on this installation. Remove ntlm from the step.',
    }
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
  const username = spec.username === undefined ? connection?.username : await readValue(spec.username, context)
  const password = spec.password === undefined ? connection?.password : await readValue(spec.password, context)
  context.mask.hide(password ?? '')
  const login = (username ?? '') === '' ? [] : [['authorization', basic(username ?? '', password ?? '')] as const]
  try {
    const {
      code,
      headers: answered,
      content,
    } = await httpRequest({
      url: address,
      method: (spec.method ?? 'GET').toUpperCase(),
      headers: [['user-agent', 'quarterdeck'], ...login, ...headers],
      body: spec.body,
      tls: { insecure: connection?.insecureTls ?? false },
      signal: context.signal,
    })
    const result = { Code: code, Headers: answered, Body: content }
    return { result, error: code < 400 ? null : `${shownAddress(address)} responded with ${code}.` }
  } catch (error) {
    context.signal.throwIfAborted()
    return { result: {}, error: describeError(error, shownAddress(address)) }
  }
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

const hasLineBreak = (text: string): boolean => /[\r\n]/.test(text)
