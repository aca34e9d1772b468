import type { CheckContext } from '#relay/backend/checks/check-type.ts'

/** What a client may use while somebody asks a target something. */
export interface ClientRun {
  /** Fires when the time is over or nobody wants the answer any more. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Reads a source whose text must never be shown: it is blanked wherever it turns up in the result. */
  readonly secret: (source: unknown) => Promise<string>
  /** Reads a source whose text may be shown, such as a user name. */
  readonly plain: (source: unknown) => Promise<string>
  /** Blanks one more text in the result, such as a token that was just handed out. */
  readonly hide: (text: string) => void
  readonly connection: CheckContext['resolveConnection']
  readonly sandbox: CheckContext['sandbox']
}

/** What clients may use for somebody who is called with this context; `signal` ends it. */
export const createClientRun = (
  { mask, resolveSecret, timeoutMs, resolveConnection, sandbox }: Omit<CheckContext, 'signal' | 'namespace'>,
  signal: AbortSignal,
): ClientRun => {
  const hide = (text: string) => mask.hide(text)
  return {
    signal,
    timeoutMs,
    hide,
    connection: resolveConnection,
    sandbox,
    plain: resolveSecret,
    secret: async (source) => {
      const text = await resolveSecret(source)
      hide(text)
      return text
    },
  }
}
