import { SourceFailure } from '#relay/live/source-failure.ts'

/**
 * Asks the backend with GET, below `/api`, and answers its body. Rejects with a SourceFailure when it cannot be reached
 * or answers with anything but success.
 */
export type FetchText = (path: string, signal: AbortSignal) => Promise<string>

interface TextAnswer {
  readonly status: number
  readonly body: string
}

const saidBy = (body: string): string => {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return ''
    const said = 'error' in parsed ? parsed.error : 'message' in parsed ? parsed.message : undefined
    return typeof said === 'string' ? `: ${said.slice(0, 200).replace(/\.$/, '')}` : ''
  } catch {
    return ''
  }
}

/** Gives a way to ask, embedded or remote, the words for what may go wrong. */
export const createFetchText =
  (ask: (path: string, signal: AbortSignal) => Promise<TextAnswer>): FetchText =>
  async (path, signal) => {
    let answer: TextAnswer
    try {
      answer = await ask(path, signal)
    } catch (error) {
      if (signal.aborted) throw error
      throw new SourceFailure('The backend cannot be reached.', { cause: error })
    }
    const { status, body } = answer
    if (status >= 200 && status < 300) return body
    throw new SourceFailure(`The backend answered with error ${status}${saidBy(body)}.`)
  }
