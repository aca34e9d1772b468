export const parseArrayLiteral = (literal: string, read: (text: string) => unknown): unknown[] => {
  let at = literal.indexOf('{') + 1

  const quoted = (): string => {
    let text = ''
    for (at += 1; at < literal.length && literal[at] !== '"'; at += 1) {
      if (literal[at] === '\\') at += 1
      text += literal[at] ?? ''
    }
    at += 1
    return text
  }
  const bare = (): unknown => {
    const start = at
    while (at < literal.length && literal[at] !== ',' && literal[at] !== '}') at += 1
    const text = literal.slice(start, at)
    return text === 'NULL' ? null : read(text)
  }
  const list = (): unknown[] => {
    const items: unknown[] = []
    while (at < literal.length && literal[at] !== '}') {
      if (literal[at] === ',') at += 1
      else if (literal[at] === '"') items.push(read(quoted()))
      else if (literal[at] === '{') {
        at += 1
        items.push(list())
      } else items.push(bare())
    }
    at += 1
    return items
  }
  return list()
}

export const formatArrayLiteral = (items: readonly unknown[], write: (item: unknown) => string | null): string => {
  const element = (item: unknown): string => {
    if (Array.isArray(item)) return formatArrayLiteral(item, write)
    const text = write(item)
    return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  }
  return `{${items.map(element).join(',')}}`
}
