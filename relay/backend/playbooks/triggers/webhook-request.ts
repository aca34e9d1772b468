import { JsonBoundError } from '#shared/primitives/bounded-json.ts'
import { parseExactJson, withoutBigints } from '#shared/primitives/exact-json.ts'
import { canonicalHeaderName } from '#relay/backend/clients/http/header-name.ts'
import { invalid } from '#relay/errors/http-error.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Params = Readonly<Record<string, string>>

export interface WebhookCall {
  readonly headers: Headers
  /** Signatures cover the exact bytes of the body. */
  readonly text: string
  readonly query: unknown
  /** Path and query. */
  readonly url: string
}

/** `content` is the parsed body; `json` only if it or the `payload` of a form is JSON, otherwise an empty map. */
interface WebhookRequest {
  readonly method: 'POST'
  readonly url: string
  readonly path: string
  readonly headers: Headers
  readonly params: Params
  readonly query: unknown
  readonly body: string
  readonly content: unknown
  readonly json: unknown
}

/** Security: the request is stored with the run. */
const secretHeader = /authorization|cookie|token|secret|signature|password|credential|session|api-?key|jwt/i

/** Values of the path take precedence over the query, and the query over a form. */
export const createWebhookRequest = async (
  { headers, text, query, url }: WebhookCall,
  pathParams: Params,
): Promise<WebhookRequest> => {
  const json = parseJson(text)
  const form = await formIn(headers, text)
  return {
    method: 'POST',
    url,
    path: url.replace(/\?.*$/s, ''),
    headers: inBothSpellings(headers),
    params: { ...form, ...firstValues(query), ...pathParams },
    query,
    body: text,
    content: json === undefined ? text : json,
    json: json ?? (form['payload'] === undefined ? undefined : parseJson(form['payload'])) ?? {},
  }
}

/** Documents read headers as servers in Go spell them (`X-Github-Event`), or in lower case. */
const inBothSpellings = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !secretHeader.test(name))
      .flatMap(([name, value]) => [
        [name, value],
        [canonicalHeaderName(name), value],
      ]),
  )

const parseJson = (text: string): unknown => {
  try {
    return withoutBigints(parseExactJson(text))
  } catch (error) {
    if (error instanceof JsonBoundError) throw invalid(error.message)
    return undefined
  }
}

const firstValues = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]: [string, unknown]): [string, string] => [
      name,
      String(Array.isArray(value) ? value[0] : value),
    ]),
  )

const formIn = async (headers: Headers, text: string): Promise<Record<string, string>> => {
  const type = String(headers['content-type'] ?? '')
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return {}
  try {
    const form = await new Response(text, { headers: { 'content-type': type } }).formData()
    const fields: Record<string, string> = {}
    for (const [name, value] of form)
      if (typeof value === 'string' && !Object.hasOwn(fields, name)) fields[name] = value
    return fields
  } catch {
    throw invalid('The form in the body cannot be parsed.')
  }
}

const segmentsIn = (path: string): string[] => path.replaceAll(/^\/+|\/+$/g, '').split('/')

/** `:name` matches one segment. Undefined if the path is another. */
export const matchWebhookPath = (wanted: string, path: string): Params | undefined => {
  const [names, values] = [segmentsIn(wanted), segmentsIn(path)]
  if (names.length !== values.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? ''
    if (name.startsWith(':') && name.length > 1 && value !== '') params[name.slice(1)] = value
    else if (name !== value) return undefined
  }
  return params
}
