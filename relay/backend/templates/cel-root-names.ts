export const expressionTokens =
  /(?<space>\s+|\/\/[^\n]*)|(?<string>[rRbB]{0,2}(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|(?<number>\d[\w.]*)|(?<name>[A-Za-z_]\w*)|(?<other>[\s\S])/gy

/**
 * CEL resolves a name with a leading dot (`.config.type`) in the root scope, which the parser does not read. The dot
 * becomes a space: positions in errors stay those of the source.
 */
export const withoutLeadingDots = (source: string): string => {
  let made = ''
  let endsOperand = false
  for (const { 0: text, index, groups = {} } of source.matchAll(expressionTokens)) {
    if (groups['space'] !== undefined) {
      made += text
      continue
    }
    const isLeading = text === '.' && !endsOperand && /^\s*[A-Za-z_]/.test(source.slice(index + 1, index + 200))
    made += isLeading ? ' ' : text
    endsOperand = groups['name'] === undefined ? groups['other'] === undefined || /[)\]}.]/.test(text) : text !== 'in'
  }
  return made
}
