import type { CheckResult } from '#relay/backend/checks/check-type.ts'

const blank = '***'
const depthMax = 30

interface Redactor {
  readonly hide: (text: string) => void
  readonly redact: (result: CheckResult) => CheckResult
}

/**
 * Remembers texts that must not be shown and blanks them, also base64- and URL-encoded, wherever they stand in a result.
 * Texts of fewer than three letters are left: blanking every `a` says more than it hides.
 */
export const redactor = (): Redactor => {
  const hidden = new Set<string>()
  const inText = (text: string): string =>
    Array.from(hidden).reduce((left, secret) => left.replaceAll(secret, blank), text)
  const inValue = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return inText(value)
    if (typeof value !== 'object' || value === null || depth > depthMax) return value
    if (Array.isArray(value)) return value.map((member) => inValue(member, depth + 1))
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]): [string, unknown] => [inText(name), inValue(member, depth + 1)]),
    )
  }
  return {
    hide: (text) => {
      if (text.length < 3) return
      for (const form of [
        text,
        encodeURIComponent(text),
        Buffer.from(text).toString('base64'),
        JSON.stringify(text).slice(1, -1),
      ])
        hidden.add(form)
    },
    redact: (result) => {
      if (hidden.size === 0) return result
      const { message, messageIfTestPasses, details } = result
      return {
        ...result,
        message: inText(message),
        ...(messageIfTestPasses === undefined ? {} : { messageIfTestPasses: inText(messageIfTestPasses) }),
        ...(details === undefined ? {} : { details: inValue(details, 0) as Record<string, unknown> }),
      }
    },
  }
}
