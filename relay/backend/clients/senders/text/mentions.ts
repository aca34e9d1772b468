/** Zero-width space: it ends a mention and cannot be seen. */
const gap = '\u200B'

/**
 * `@name` at the start of a word, and the forms in brackets of Slack, Discord, Google Chat and Teams. Mattermost
 * also splits words at punctuation, so only a letter or digit before the `@` makes it an email address.
 */
const mention =
  /@(?:all|channel|everyone|here|room)(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}])@(?:\*\*|_\*\*|\*)?[\p{L}\p{N}_][\p{L}\p{N}._-]*|&(?:#0{0,5}64|#x0{0,5}40|commat);|<(?:[!@#]|users\/|at>)[^<>\n]{0,100}>?/giu

const holes = /\{\{.*?\}\}|\$\(.*?\)/gs

const normalize = (text: string): string => text.toLowerCase().replace(/[.-]+$/, '')

const broadcast = new Set(['@all', '@channel', '@here', '@everyone', '@room', '@group', '@team', '@topic', '@stream'])

export interface WrittenMentions {
  readonly names: readonly string[]
  /** `@{{…}}`: the template mentions the value, which may be a person but never everyone. */
  readonly hasOpenMention: boolean
}

export const noMentions: WrittenMentions = { names: [], hasOpenMention: false }

/** Mentions that the author of a template wrote, as opposed to those in values. */
export const findWrittenMentions = (templates: readonly string[]): WrittenMentions => {
  const literals = templates.map((template) => template.replaceAll(holes, '\n'))
  return {
    names: [...new Set(literals.flatMap((text) => text.match(mention) ?? []))],
    hasOpenMention: templates.some((template) => /(?<![\p{L}\p{N}])@(?:\*\*)?(?:\{\{|\$\()/u.test(template)),
  }
}

export const isWrittenMention = (found: string, { names, hasOpenMention }: WrittenMentions): boolean => {
  const name = normalize(found)
  if (names.some((each) => normalize(each) === name)) return true
  return hasOpenMention && name.startsWith('@') && !broadcast.has(name.replaceAll('*', ''))
}

/** `text` for a service that reads mentions in text: only those that the template itself has still notify. */
export const neutralizeMentions = (text: string, written: WrittenMentions = noMentions): string =>
  text.replaceAll(mention, (found) =>
    isWrittenMention(found, written) ? found : `${found.slice(0, 1)}${gap}${found.slice(1)}`,
  )
