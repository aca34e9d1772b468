import { RE2JS } from 're2js'
import { toList, toText } from './go-template/values.ts'
import { TemplateError } from './template-error.ts'
import type { Evaluation } from './template-language.ts'

const lengthMax = 4_000
const knownMax = 200
const known = new Map<string, RE2JS>()

/**
 * A regular expression as Go's `regexp` reads it, which takes time in proportion to the text and cannot backtrack: without
 * look-around and back-references. Throws a sentence when it is none.
 */
export const toRegex = (source: string): RE2JS => {
  const before = known.get(source)
  if (before !== undefined) return before
  if (source.length > lengthMax) throw new Error(`a regular expression has at most ${lengthMax} letters`)
  let pattern: RE2JS
  try {
    pattern = RE2JS.compile(source)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error)
    throw new Error(`${JSON.stringify(source)} is no regular expression: ${reason}`, { cause: error })
  }
  if (known.size >= knownMax) known.clear()
  known.set(source, pattern)
  return pattern
}

/** Replaces each match as Go's `ReplaceAllString` does: `$1`, `${1}` and `${name}` stand for what a group matched. */
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

/** A regular expression over a list of texts: for each of them whether it is found in it. */
export const compilePattern = (source: string): Evaluation => {
  try {
    const pattern = toRegex(source)
    return (texts) => toList(texts).map((text) => pattern.test(toText(text)))
  } catch (error) {
    throw new TemplateError('pattern', error instanceof Error ? `${error.message}.` : String(error))
  }
}
