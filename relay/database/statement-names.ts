interface StatementNameLimits {
  readonly namesMax: number
  readonly seenMax: number
}

/**
 * Names statements that come again, so that each connection plans them once. Only the first ones: a server keeps them
 * until their connection ends.
 */
export const createStatementNames = ({ namesMax, seenMax }: StatementNameLimits) => {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= namesMax) return known
    if (!seen.delete(sql)) {
      if (seen.size >= seenMax) seen.clear()
      seen.add(sql)
      return undefined
    }
    const name = `read_${names.size}`
    names.set(sql, name)
    return name
  }
}
