const toKind = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

const collect = (value: unknown, at: string, into: Map<string, Set<string>>): void => {
  const kinds = into.get(at) ?? new Set()
  into.set(at, kinds.add(toKind(value)))
  if (Array.isArray(value)) for (const item of value) collect(item, `${at}[]`, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) collect(one, `${at}.${key}`, into)
}

const toShape = (value: unknown) => {
  const shape = new Map<string, Set<string>>()
  collect(value, '', shape)
  return shape
}

const isOwn = /\.(?:labels|spec|details|result|data|params|permissions|properties)(?=[.[])/

/**
 * Additional keys are allowed and null counts as omitted. Keys that only occur on failure or success count only
 * if recorded.
 */
export const shortfalls = (response: unknown, recorded: unknown): string[] => {
  const [own, expected] = [toShape(response), toShape(recorded)]
  return [...expected].flatMap(([path, kinds]) => {
    if (isOwn.test(path)) return []
    const found = own.get(path)
    const around = own.get(path.replace(/(?:\[\]|\.[^.[\]]+)$/, ''))
    if (found === undefined) return around?.has('object') === true ? [`${path} is missing`] : []
    const unexpected = [...found].filter((kind) => kind !== 'null' && !kinds.has(kind))
    return unexpected.length > 0 && (kinds.size > 1 || !kinds.has('null'))
      ? [`${path} is ${unexpected.join()}, not ${[...kinds].join()}`]
      : []
  })
}
