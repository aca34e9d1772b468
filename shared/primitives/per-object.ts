/** Objects must be immutable, and the result must depend only on the object. */
export const perObject = <K extends object, V>(compute: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<K, { readonly value: V }>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found.value
    const value = compute(key)
    known.set(key, { value })
    return value
  }
}
