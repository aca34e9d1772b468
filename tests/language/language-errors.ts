import type { SourceLanguage } from './read-source.ts'

export interface LanguageError {
  readonly line: number
  readonly message: string
}

/** Words of docs/glossary.md that neither prose nor names use, with the words to write. */
const bannedWords: Readonly<Record<string, string>> = {
  'somebody|nobody|whoever': 'name the role, or use the passive',
  'trouble|troubles': 'error or failure',
  'fault|faults': 'error',
  'refusal|refusals': 'rejection, denial or error',
  told: 'notified, reported or sent',
  heard: 'received',
  sought: 'search or query',
  '(?<=[0-9}] )letters': 'characters',
  'anew|by itself': 'again, or leave it out',
  'stands|stood': 'is, or the verb that says what happens',
  'goes on': 'continues',
  mended: 'fixed',
  'for ever': 'without limit',
}
const bannedProse = Object.entries(bannedWords).map(([words, advice]) => ({
  pattern: new RegExp(String.raw`\b(?:${words})\b`, 'iu'),
  advice,
}))
const bannedInNames = new Map(
  Object.entries(bannedWords).flatMap(([words, advice]) => words.split('|').map((word) => [word, advice] as const)),
)
const opensWithQuestion = /^(?:what|whether|how|who|whose|whom|where|which)\b/iu

/** Names that a contract, a library or a file format fixes. At most 20. */
const allowed = new Set([
  // JSON Schema
  'allOf',
  'anyOf',
  'oneOf',
  // key of an incident report that is exported as JSON
  'told',
  // count in the response of a rule's preview
  'troubles',
])

const splitName = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[ _]/u)

export const findProseErrors = (text: string): readonly string[] =>
  bannedProse.flatMap(({ pattern, advice }) => {
    const word = pattern.exec(text)?.[0]
    return word === undefined ? [] : [`"${word}": write ${advice}`]
  })

const findNameErrors = (name: string): readonly string[] => {
  if (allowed.has(name)) return []
  if (/[a-z0-9]Of$/u.test(name))
    return [`${name}: start with a verb (parse, format, to, find, get, load, list, is) instead of ending in Of`]
  return splitName(name).flatMap((word) => {
    const advice = bannedInNames.get(word)
    return advice === undefined ? [] : [`${name}: write ${advice}`]
  })
}

/** Errors in the order of their lines. Strings of a test other than its titles are data and not checked. */
export const findLanguageErrors = (
  { comments, strings, titles, names }: SourceLanguage,
  { isTest }: { readonly isTest: boolean },
): readonly LanguageError[] =>
  [
    ...comments.flatMap(({ line, text }) => [
      ...(opensWithQuestion.test(text)
        ? [{ line, message: 'a comment that opens with a wh-word restates a name: delete it, or state the reason' }]
        : []),
      ...findProseErrors(text).map((message) => ({ line, message })),
    ]),
    ...(isTest ? titles : strings).flatMap(({ line, text }) =>
      findProseErrors(text).map((message) => ({ line, message })),
    ),
    ...names.flatMap(({ line, text }) => findNameErrors(text).map((message) => ({ line, message }))),
  ].toSorted((a, b) => a.line - b.line)
