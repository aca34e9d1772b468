import { isMap } from '#shared/primitives/is-map.ts'
import type { ClientContext } from './client-context.ts'

export interface ClientRun {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** The text is redacted wherever it occurs in the result. */
  readonly secret: (source: unknown) => Promise<string>
  readonly plain: (source: unknown) => Promise<string>
  readonly hide: (text: string) => void
  /** Variables of templates in the request. */
  readonly about?: Readonly<Record<string, unknown>> | undefined
  readonly onRequest?: ClientContext['onRequest']
  readonly connection: ClientContext['resolveConnection']
  readonly sandbox: ClientContext['sandbox']
  readonly findConfigs: ClientContext['findConfigs']
}

export const createClientRun = (
  {
    mask,
    resolveSecret,
    timeoutMs,
    resolveConnection,
    findConfigs,
    sandbox,
    about,
    onRequest,
  }: Omit<ClientContext, 'signal' | 'namespace'>,
  signal: AbortSignal,
): ClientRun => {
  const hide = (text: string) => mask.hide(text)
  return {
    signal,
    timeoutMs,
    hide,
    about,
    onRequest,
    connection: resolveConnection,
    sandbox,
    findConfigs,
    plain: resolveSecret,
    secret: async (source) => {
      const text = await resolveSecret(source)
      hide(text)
      return text
    },
  }
}

/** A name that is written stays readable; one that refers to a secret is redacted like any other secret. */
export const readLoginName = async (source: unknown, run: Pick<ClientRun, 'secret' | 'plain'>): Promise<string> =>
  isMap(source) && source['valueFrom'] != null ? run.secret(source) : run.plain(source)
