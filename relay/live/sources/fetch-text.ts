import { parseErrorMessage } from '#shared/primitives/error-message.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'

/**
 * Asks the backend with GET, below `/api`, and answers its body. Rejects with a SourceFailure when it cannot be reached
 * or answers with anything but success.
 */
export type FetchText = (path: string, signal: AbortSignal) => Promise<string>

/** As `FetchText`, with how many rows of the data API match without the limit; null where that is not known. */
export type FetchCounted = (
  path: string,
  signal: AbortSignal,
) => Promise<{ readonly body: string; readonly total: number | null }>

interface TextResponse {
  readonly status: number
  readonly body: string
  readonly total?: number | null
}

/** Asks the backend with GET for a path below `/api`, whatever it answers. Rejects when it cannot be reached. */
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
    throw new SourceFailure('The backend cannot be reached.', { cause: error })
  }
  const { status, body } = response
  if (status >= 200 && status < 300) return response
  throw new SourceFailure(`The backend answered with error ${status}${formatBackendMessage(body)}.`, { status })
}

/** Gives a way to ask, embedded or remote, the words for what may go wrong. */
export const createFetchText =
  (ask: AskBackend): FetchText =>
  async (path, signal) =>
    (await answered(ask, path, signal, false)).body

/** The same for a list whose total counts. */
export const createFetchCounted =
  (ask: AskBackend): FetchCounted =>
  async (path, signal) => {
    const { body, total = null } = await answered(ask, path, signal, true)
    return { body, total }
  }
