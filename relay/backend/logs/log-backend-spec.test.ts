import { describe, expect, test } from 'vitest'
import { readLogBackend, vouchedAlone, vouchedBy } from './log-backend-spec.ts'

const wanted = { type: 'Kubernetes::Pod', externalId: 'pay/ledger', labels: { app: 'shop' } }
const vouched = (location: Partial<Parameters<typeof vouchedBy>[0]>) => {
  const labels = vouchedBy({ routes: [], labels: {}, ...location }, wanted)
  return labels === undefined ? undefined : [...labels].toSorted()
}

describe('labels that a location guarantees', () => {
  test.each<[string, Parameters<typeof vouched>[0], readonly string[] | undefined]>([
    ['no routes', {}, []],
    ['its own label', { labels: { app: 'shop' } }, ['app']],
    ['a label that was not asked for', { labels: { zone: 'eu' } }, ['zone']],
    ['another value of a label', { labels: { app: 'store' } }, undefined],
    ['a route for the type', { routes: [{ type: 'Kubernetes::Pod' }] }, []],
    ['a route for another type', { routes: [{ type: 'Host' }] }, undefined],
    ['a route for the id', { routes: [{ idPrefix: 'pay/' }] }, []],
    ['a route for another id', { routes: [{ idPrefix: 'ledger' }] }, undefined],
    ['a route for the label', { routes: [{ labels: { app: 'shop' } }] }, ['app']],
    ['a route for another label', { routes: [{ labels: { app: 'shop', zone: 'eu' } }] }, undefined],
    ['a second route', { routes: [{ type: 'Host' }, { labels: { app: 'shop' } }] }, ['app']],
    ['the first of two routes', { routes: [{}, { labels: { app: 'shop' } }] }, []],
    ['a route and an own label', { routes: [{ labels: { app: 'shop' } }], labels: { zone: 'eu' } }, ['app', 'zone']],
    ['a route, but another own label', { routes: [{}], labels: { app: 'store' } }, undefined],
  ])('%s', (_case, location, labels) => {
    expect(vouched(location)).toEqual(labels)
  })

  test('ignores routes when a backend is searched as a whole', () => {
    expect(vouchedAlone({ labels: { zone: 'eu' } }, { app: 'shop' })).toEqual(new Set(['zone']))
    expect(vouchedAlone({ labels: { zone: 'eu' } }, { zone: 'us' })).toBeUndefined()
  })
})

describe('reading a spec', () => {
  test('each source of a list is a location, with the shared labels unless it has its own', () => {
    const read = readLogBackend({
      backends: [{ file: [{ path: ['/a.log'] }, { path: ['/b.log'], labels: { app: 'b' } }], labels: { app: 'all' } }],
    })
    expect('locations' in read && read.locations.map(({ labels, routes }) => [labels, routes])).toEqual([
      [{ app: 'all' }, []],
      [{ app: 'b' }, []],
    ])
  })

  test.each([
    [{}, 'backends'],
    [{ backends: [{}] }, 'backends[0]: needs exactly one of'],
    [{ backends: [{ file: { path: ['/a.log'] }, loki: { url: 'http://loki' } }] }, 'backends[0]: needs exactly one of'],
    [{ backends: [{ file: { path: ['/a.log'] } }, { tape: {} }] }, 'backends[1]: '],
    [{ backends: [{ file: { path: ['/a.log'] }, labels: { app: 1 } }] }, 'backends[0].labels'],
    [{ backends: [{ file: { path: 5 } }] }, 'backends[0].'],
    [{ backends: [{ file: { path: ['/a.log'], pth: [] } }] }, 'backends[0].file.pth: unknown field'],
    [{ backends: 'all' }, 'backends: must be a list, got the string "all".'],
    [{ backends: [{ file: { path: ['/a.log'] }, routes: 5 }] }, 'backends[0].routes: must be a list of routes'],
  ])('%j is rejected at its field', (spec, start) => {
    const read = readLogBackend(spec)
    expect('error' in read && read.error.startsWith(start)).toBe(true)
  })
})
