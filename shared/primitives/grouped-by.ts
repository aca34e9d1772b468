import { appendValue } from './append-value.ts'

export const groupedBy = <Value, Key>(
  values: Iterable<Value>,
  getKey: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> => {
  const groups = new Map<Key, Value[]>()
  for (const value of values) appendValue(groups, getKey(value), value)
  return groups
}
