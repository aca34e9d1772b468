export const groupedBy = <Value, Key>(
  values: Iterable<Value>,
  getKey: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> => {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const group = groups.get(getKey(value))
    if (group === undefined) groups.set(getKey(value), [value])
    else group.push(value)
  }
  return groups
}
