export const everyTopic = <Binding extends { readonly name: string }>(
  declared: readonly { readonly name: string }[],
  bindings: readonly Binding[],
): readonly Binding[] => {
  const declaredNames = declared.map(({ name }) => name)
  const boundNames = bindings.map(({ name }) => name)
  const undeclared = boundNames.filter((name, n) => !declaredNames.includes(name) || boundNames.indexOf(name) !== n)
  if (undeclared.length > 0)
    throw new Error(`Bound, but not exactly once in the declared topics: ${undeclared.join(', ')}.`)
  const unbound = declaredNames.filter((name) => !boundNames.includes(name))
  if (unbound.length > 0) throw new Error(`Declared, but not bound to a source: ${unbound.join(', ')}.`)
  return bindings.toSorted((one, other) => declaredNames.indexOf(one.name) - declaredNames.indexOf(other.name))
}
