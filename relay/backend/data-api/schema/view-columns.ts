interface ColumnOrigin {
  readonly column: number
  readonly relation: string
  readonly originColumn: number
}

/** The node tree escapes literal braces and parentheses with a backslash. */
const matchingEnd = (tree: string, start: number): number => {
  let depth = 0
  for (let at = start; at < tree.length; at += 1) {
    const character = tree[at]
    if (character === '\\') at += 1
    else if (character === '{' || character === '(') depth += 1
    else if (character === '}' || character === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return tree.length
}

const findField = (tree: string, start: number, name: string): { start: number; end: number } | undefined => {
  const end = matchingEnd(tree, start)
  for (let at = start + 1; at < end; at += 1) {
    const character = tree[at]
    if (character === '\\') at += 1
    else if (character === '{' || character === '(') at = matchingEnd(tree, at)
    else if (character === ':' && tree.startsWith(`:${name} `, at)) {
      const open = at + name.length + 2
      if (tree[open] === '(' || tree[open] === '{') return { start: open, end: matchingEnd(tree, open) }
      const close = tree.slice(open, end).search(/ :|\}$|$/)
      return { start: open, end: open + close }
    }
  }
  return undefined
}

/**
 * Reads `pg_rewrite.ev_action` (a PostgreSQL node tree): `resorigtbl` and `resorigcol` of the outermost target list.
 */
export const viewColumns = (rule: string): ColumnOrigin[] => {
  const query = rule.indexOf('{QUERY')
  if (query < 0) return []
  const list = findField(rule, query, 'targetList')
  if (list === undefined) return []
  const origins: ColumnOrigin[] = []
  for (let at = list.start + 1; at < list.end; at += 1) {
    if (rule[at] !== '{') continue
    const end = matchingEnd(rule, at)
    const value = (name: string) => {
      const found = findField(rule, at, name)
      return found === undefined ? '' : rule.slice(found.start, found.end).trim()
    }
    const relation = value('resorigtbl')
    if (relation !== '0' && relation !== '' && value('resjunk') === 'false') {
      origins.push({ column: Number(value('resno')), relation, originColumn: Number(value('resorigcol')) })
    }
    at = end
  }
  return origins
}
