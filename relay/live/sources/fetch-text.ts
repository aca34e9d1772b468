import { parseErrorMessage } from '#shared/primitives/error-message.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'

export type FetchText = (path: string, signal: AbortSignal) => Promise<string>

export type FetchCounted = (
  path: string,
  signal: AbortSignal,
) => Promise<{ readonly body: string; readonly total: number | null }>

interface TextResponse {
  readonly status: number
  readonly body: string
  readonly total?: number | null
}

export type AskBackend = (path: string, signal: AbortSignal, counted?: boolean) => Promise<TextResponse>

const formatBackendMessage = (body: string): string => {
  try {
    const { message } = parseErrorMessage(JSON.parse(body))
    return message === undefined ? '' : `: ${message.slice(0, 200).replace(/\.$/, '')}`
  } catch {
    return ''
  }
}

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
  const { status, body } = response
  if (status >= 200 && status < 300) return response
  throw new SourceFailure(`The backend responded with status ${status}${formatBackendMessage(body)}.`, { status })
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
