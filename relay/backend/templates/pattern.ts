import { RE2JS } from 're2js'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { toList, toText } from './go-template/values.ts'
import { TemplateError } from './template-error.ts'
import type { Evaluation } from './template-language.ts'

const lengthMax = 4_000
const knownMax = 200
const known = new Map<string, RE2JS>()

/** As Go's `regexp`: linear time, no look-around or back-references. Throws an error with a message for people. */
export const toRegex = (source: string): RE2JS => {
  const before = known.get(source)
  if (before !== undefined) return before
  if (source.length > lengthMax) throw new Error(`a regular expression has at most ${lengthMax} characters`)
  let pattern: RE2JS
  try {
    pattern = RE2JS.compile(source)
  } catch (error) {
    const reason = toErrorMessage(error).replace(/^error parsing regexp: /, '')
    throw new Error(`${JSON.stringify(source)} is not a valid regular expression: ${reason}`, { cause: error })
  }
  if (known.size >= knownMax) known.clear()
  known.set(source, pattern)
  return pattern
}

export const replaceMatches = (pattern: RE2JS, text: string, replacement: string): string => {
  const parts: string[] = []
  let end = 0
  for (const match of pattern.matchAll(text)) {
    const filled = replacement.replaceAll(
      /\$(?:\{(\w+)\}|(\w+)|\$)/g,
      (_all, braced: string | undefined, bare: string | undefined) => {
        const name = braced ?? bare
        if (name === undefined) return '$'
        return (/^\d+$/.test(name) ? match[Number(name)] : match.groups?.[name]) ?? ''
      },
    )
    const { index = 0 } = match
    parts.push(text.slice(end, index), filled)
    end = index + match[0].length
  }
  return parts.join('') + text.slice(end)
}

export const compilePattern = (source: string): Evaluation => {
  try {
    const pattern = toRegex(source)
    return (texts) => toList(texts).map((text) => pattern.test(toText(text)))
  } catch (error) {
    throw new TemplateError('pattern', `${toErrorMessage(error)}.`)
  }
}
