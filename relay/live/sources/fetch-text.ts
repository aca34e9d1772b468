import { z } from 'zod'
import { describeDataApiOutage } from '#shared/primitives/data-api-outage.ts'
import { parseErrorMessage } from '#shared/primitives/error-message.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { toWellFormedJson } from '#shared/primitives/well-formed-json.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'

export type FetchText = (path: string, signal: AbortSignal) => Promise<string>

export type FetchCounted = (
  path: string,
  signal: AbortSignal,
) => Promise<{ readonly body: string; readonly total: number | null }>

interface TextResponse {
  readonly status: number
  readonly body: string
  readonly total?: number | null
  /** Of a denied read: the permission that is missing. */
  readonly lacks?: { readonly action: string; readonly object: string } | undefined
}

export type AskBackend = (path: string, signal: AbortSignal, counted?: boolean) => Promise<TextResponse>

const codeSchema = z.object({ code: z.string() })

const readErrorCode = (body: string): string => codeSchema.safeParse(parseJson(body)).data?.code ?? ''

const formatBackendMessage = (body: string): string => {
  const { message } = parseErrorMessage(parseJson(body))
  return message === undefined ? '' : `: ${message.slice(0, 200).replace(/\.$/, '')}`
}

const describeDenial = (lacks: TextResponse['lacks']): string =>
  lacks === undefined
    ? 'The backend denied the request (403).'
    : `Missing permission: ${lacks.action} on ${lacks.object}. The backend denied the request (403).`

const answered = async (
  ask: AskBackend,
  path: string,
  signal: AbortSignal,
  counted: boolean,
): Promise<TextResponse> => {
  let response: TextResponse
  try {
    response = await ask(path, signal, counted)
  } catch (error) {
    if (signal.aborted || error instanceof SourceFailure) throw error
    throw new SourceFailure('The backend is unreachable.', { cause: error })
  }
  const { status, body, lacks } = response
  if (status >= 200 && status < 300) return { ...response, body: toWellFormedJson(body) }
  if (status === 403) throw new SourceFailure(describeDenial(lacks), { status })
  const outage = describeDataApiOutage({ path, status, code: readErrorCode(body) })
  const message = outage ?? `The backend responded with status ${status}${formatBackendMessage(body)}.`
  throw new SourceFailure(message, { status })
}

export const createFetchText =
  (ask: AskBackend): FetchText =>
  async (path, signal) =>
    (await answered(ask, path, signal, false)).body

export const createFetchCounted =
  (ask: AskBackend): FetchCounted =>
  async (path, signal) => {
    const { body, total = null } = await answered(ask, path, signal, true)
    return { body, total }
  }

export const fetchedSource = <Params>(
  fetchText: FetchText,
  toPath: (params: Params) => string,
): TopicSource<Params> => ({
  load: async (params, signal) => {
    const observedAtMs = Date.now()
    return { body: await fetchText(toPath(params), signal), observedAtMs }
  },
})
