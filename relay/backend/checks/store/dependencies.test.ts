import { describe, expect, test } from 'vitest'
import { Dependencies, type DependentCheck } from './dependencies.ts'

const check = (name: string, dependsOn: string[] = [], over: Partial<DependentCheck> = {}): DependentCheck => ({
  id: name,
  agentId: 'here',
  canaryName: 'shop',
  canaryNamespace: 'prod',
  name,
  dependsOn,
  isFailing: false,
  ...over,
})
const failing = { isFailing: true }
const findBlockerName = (checks: DependentCheck[], name: string) => {
  const one = checks.find((each) => each.name === name)
  return one && new Dependencies(checks).findBlocker(one)?.name
}

describe('the blocker of a check', () => {
  test('is a failing check that it depends on, directly or through others', () => {
    const checks = [check('db', [], failing), check('api', ['db']), check('page', ['cache', 'api']), check('cache')]
    expect(['db', 'api', 'page', 'cache'].map((name) => findBlockerName(checks, name))).toEqual([
      undefined,
      'db',
      'db',
      undefined,
    ])
  })

  test.each(['shared/db', 'infra/shared/db'])('can be in another canary: %s', (reference) => {
    const namespace = reference.startsWith('infra') ? 'infra' : 'prod'
    const db = check('db', [], { ...failing, canaryName: 'shared', canaryNamespace: namespace })
    expect(findBlockerName([db, check('api', [reference])], 'api')).toBe('db')
    expect(findBlockerName([db, check('api', ['db'])], 'api')).toBeUndefined()
  })

  test('is any of the checks that share the name, and names with a slash are found first', () => {
    const checks = [check('db'), check('db', [], { ...failing, id: 'db2' }), check('a/b', [], failing)]
    expect(findBlockerName([...checks, check('api', ['db'])], 'api')).toBe('db')
    expect(findBlockerName([...checks, check('api', ['a/b'])], 'api')).toBe('a/b')
  })

  test('is a check of the same agent', () => {
    const others = check('db', [], { ...failing, id: 'db2', agentId: 'elsewhere' })
    expect(findBlockerName([others, check('db'), check('api', ['db'])], 'api')).toBeUndefined()
    expect(findBlockerName([others, check('api', ['db'], { agentId: 'elsewhere' })], 'api')).toBe('db')
  })

  test('is none within a cycle, or where no check has the name', () => {
    const cycle = [
      check('a', ['b'], failing),
      check('b', ['a'], failing),
      check('c', ['a']),
      check('d', ['d', 'x'], failing),
    ]
    expect(['a', 'b', 'c', 'd'].map((name) => findBlockerName(cycle, name))).toEqual([
      undefined,
      undefined,
      'a',
      undefined,
    ])
  })
})

test('lists references to checks that do not exist', () => {
  const api = check('api', ['db', 'dbb', 'shared/db', 'db/primary'])
  expect(new Dependencies([check('db'), api]).listUnknown(api)).toEqual(['dbb', 'shared/db', 'db/primary'])
})

test('lists dependents of a check, directly and through others, each once', () => {
  const db = check('db')
  const dependencies = new Dependencies([db, check('api', ['db']), check('page', ['api', 'db']), check('cache')])
  const list = () => Array.from(dependencies.listDependents(db), ({ name }) => name).toSorted()
  expect(list()).toEqual(['api', 'page'])
  for (const again of [1, 2]) {
    dependencies.add(check('report', ['page'], { id: `report-${again}` }))
    dependencies.add(check('report', ['page'], { id: 'report-1' }))
  }
  expect(list()).toEqual(['api', 'page', 'report', 'report'])
  expect(Array.from(dependencies.listDependents())).toHaveLength(4)
})
