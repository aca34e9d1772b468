import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMap } from '#shared/primitives/is-map.ts'
import { mergePatch, patchedPaths } from './merge-patch.ts'

test('a patch lists changed, added and removed members', () => {
  const before = { kind: 'Pod', spec: { replicas: 1, image: 'a' }, labels: { app: 'web' }, ports: [1, 2] }
  const after = { kind: 'Pod', spec: { replicas: 2, image: 'a' }, ports: [1], tier: 'front' }
  const patch = mergePatch(before, after)
  expect(patch).toEqual({ labels: null, spec: { replicas: 2 }, ports: [1], tier: 'front' })
  expect(patchedPaths(patch)).toEqual(['labels', 'spec.replicas', 'ports', 'tier'])
  expect(mergePatch({ a: 1 }, 'text')).toBe('text')
})

/** RFC 7396. */
const apply = (target: unknown, patch: unknown): unknown => {
  if (!isMap(patch)) return patch
  const made = new Map(Object.entries(isMap(target) ? target : {}))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) made.delete(key)
    else made.set(key, apply(made.get(key), value))
  }
  return Object.fromEntries(made)
}

test('the patch turns the earlier document into the later one', () => {
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.integer(),
      fc.string(),
      fc.array(fc.integer(), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('json'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(apply(before, mergePatch(before, after))).toEqual(after)
    }),
  )
})
