export interface SignedRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | undefined
}

/** Signs in to the first origin of a request. */
export interface RequestSigner {
  /** Sent with every request. */
  readonly sign?: (request: SignedRequest) => Promise<SignedRequest['headers']>
  /** For one request, which may be challenged several times. */
  readonly createAnswer?: () => Answer
  /** The sign-in is of the connection, which must stay open. */
  readonly isOfConnection?: boolean
}

/** Value of `Authorization` after a 401, or undefined when the sign-in has failed. */
export type Answer = (challenges: readonly Challenge[], request: SignedRequest) => string | undefined

export interface Challenge {
  /** In lower case. */
  readonly scheme: string
  readonly token: string | undefined
  readonly params: ReadonlyMap<string, string>
}

const parameter = /\s*,?\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=]+))/y
const scheme = /\s*,?\s*([A-Za-z][\w-]*)(?:\s+|(?=,)|$)/y
const token68 = /([\w.~+/-]+=*)(?=\s*(?:,|$))/y

/** One header can hold several challenges, which are separated like their parameters. */
export const parseChallenges = (lines: string | readonly string[] | undefined): readonly Challenge[] => {
  const text = [lines ?? []].flat().join(', ')
  const found: { scheme: string; token: string | undefined; params: Map<string, string> }[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const result = pattern.exec(text)
    if (result !== null) at = pattern.lastIndex
    return result
  }
  while (at < text.length) {
    const current = found.at(-1)
    const param = current === undefined ? null : match(parameter)
    if (param !== null) {
      const [, name = '', quoted, plain = ''] = param
      current?.params.set(name.toLowerCase(), quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, '$1'))
      continue
    }
    const next = match(scheme)
    if (next === null) break
    found.push({ scheme: (next[1] ?? '').toLowerCase(), token: match(token68)?.[1], params: new Map() })
  }
  return found
}
