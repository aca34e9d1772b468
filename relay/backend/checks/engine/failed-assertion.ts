import { toText } from '#shared/primitives/to-text.ts'

interface FailedAssertion {
  readonly expected: string
  readonly actual: string
  /** Source of the `test` that was not true. */
  readonly expression?: string | undefined
}

const valueMax = 1_000
const separators = [', but it ', ', but ', ', got ', ', found ', ', firing: ']
const clip = (text: string): string => (text.length > valueMax ? `${text.slice(0, valueMax - 1)}…` : text)

/** Check types word failures as "Expected …, got …". Values may contain these words, so the last ones count. */
export const readAssertion = (message: string, content: unknown): FailedAssertion | undefined => {
  const start = /(?:^|[.:] )[Ee]xpected /.exec(message)
  if (start !== null) {
    const text = message.slice(start.index + start[0].length).replace(/\.$/, '')
    const found = separators
      .map((separator) => ({ separator, at: text.lastIndexOf(separator) }))
      .filter(({ at }) => at > 0)
      .toSorted((one, other) => other.at - one.at || other.separator.length - one.separator.length)[0]
    if (found === undefined) return undefined
    const { at, separator } = found
    return { expected: clip(text.slice(0, at)), actual: clip(text.slice(at + separator.length)) }
  }
  const missing = /^(?:Body does not|The first \d+ characters of the body do not) contain (".*")/s.exec(message)
  if (missing === null) return undefined
  const body = toText(content)
  return { expected: clip(`body contains ${missing[1]}`), actual: body === '' ? 'empty body' : clip(body) }
}
