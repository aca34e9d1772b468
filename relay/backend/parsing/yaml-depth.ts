import { Parser, type CST } from 'yaml'

export const yamlDepthMax = 100

/** Composing is recursive, and the process ends when its stack is exhausted within a regular expression. */
export const findDeepToken = (tokens: readonly CST.Token[]): number | undefined => {
  const pending = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next
    if (depth > yamlDepthMax) return token.offset
    if (token.type === 'document' && token.value !== undefined) pending.push({ token: token.value, depth })
    if (!('items' in token)) continue
    for (const item of token.items)
      for (const part of ['key' in item ? item.key : undefined, item.value])
        if (part != null) pending.push({ token: part, depth: depth + 1 })
  }
  return undefined
}

/** Returns the text, for a parser that composes it. */
export const demandYamlDepth = (text: string): string => {
  if (findDeepToken([...new Parser().parse(text)]) === undefined) return text
  throw new Error(`The YAML is nested more than ${yamlDepthMax} levels deep.`)
}
