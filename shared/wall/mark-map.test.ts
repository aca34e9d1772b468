import { describe, expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { markMap } from '#shared/wall/mark-map.ts'
import { noSlots, placeMarks } from '#shared/wall/mark-slots.ts'

const row = (id: string, over: { namespace?: string; canaryName?: string } = {}) => checkRow({ id, name: id, ...over })
const rows = (count: number, namespace: string) =>
  Array.from({ length: count }, (_, i) => row(`${namespace}-${i}`, { namespace }))

describe('a check on the map', () => {
  test('is placed in its namespace, grouped by canary', () => {
    const slots = placeMarks(noSlots, [
      row('c', { canaryName: 'b' }),
      row('b', { canaryName: 'a' }),
      row('z', { namespace: 'data' }),
      row('a', { canaryName: 'a' }),
    ])
    expect([...slots]).toEqual([
      ['data', ['z']],
      ['default', ['a', 'b', 'c']],
    ])
  })

  test('keeps its slot when other checks are added or removed', () => {
    const first = placeMarks(
      noSlots,
      ['b', 'c', 'd', 'e'].map((id) => row(id)),
    )
    const next = placeMarks(
      first,
      ['a', 'b', 'd', 'e'].map((id) => row(id)),
    )
    expect([...next]).toEqual([['default', ['b', '', 'd', 'e', 'a']]])
    expect(
      placeMarks(
        next,
        ['e', 'd', 'b', 'a'].map((id) => row(id)),
      ),
    ).toBe(next)
  })

  test('moves together when most slots are gaps', () => {
    const first = placeMarks(noSlots, rows(10, 'default'))
    expect([...placeMarks(first, rows(4, 'default'))]).toEqual([
      ['default', ['default-0', 'default-1', 'default-2', 'default-3']],
    ])
  })
})

const totalWidth = (blocks: ReturnType<typeof markMap>['bands'][number]) =>
  blocks.reduce((sum, { width }) => sum + width + 0.6, -0.6)

describe('the map', () => {
  const room = { width: 36, height: 2.8, pitchMax: 0.35, measureText: (text: string) => text.length / 2 }
  const high = { ...room, height: 8, pitchMax: 1 }

  test('draws marks at maximum size where there is space', () => {
    const { bands, ...map } = markMap(placeMarks(noSlots, [...rows(20, 'data'), ...rows(1, 'edge')]), room)
    expect([map, bands.map((band) => band.map(({ title, columns }) => [title, columns]))]).toEqual([
      { rows: 8, pitch: 0.35 },
      [
        [
          ['data', 3],
          ['edge', 1],
        ],
      ],
    ])
  })

  test('is no higher than its longest namespace', () => {
    const map = markMap(placeMarks(noSlots, rows(2, 'data')), room)
    expect([map.rows, map.pitch]).toEqual([2, 0.35])
  })

  const estates = {
    '5,000 checks': Array.from({ length: 10 }, (_, i) => rows(500, `namespace-${i}`)).flat(),
    '60 namespaces': Array.from({ length: 60 }, (_, i) => rows(3 + (i % 7), `team-${i}`)).flat(),
    'long names': Array.from({ length: 6 }, (_, i) => rows(9, `a-very-long-name-of-a-namespace-${i}`)).flat(),
    'one check': rows(1, 'default'),
  }
  const cases = Object.entries(estates).flatMap(([name, checks]) => [
    { name, height: room.height, checks, of: room },
    { name, height: high.height, checks, of: high },
  ])
  test.each(cases)('contains every check of $name at a height of $height', ({ checks, of }) => {
    const { bands, rows: deep, pitch } = markMap(placeMarks(noSlots, checks), of)
    expect(Math.max(...bands.map(totalWidth))).toBeLessThanOrEqual(of.width)
    expect(bands.length * deep * pitch + (bands.length - 1) * 1.74).toBeLessThanOrEqual(of.height + 1e-9)
    expect(bands.flat().flatMap(({ slots }) => slots)).toHaveLength(checks.length)
  })

  test('names every namespace in two bands when there is enough height', () => {
    const { bands } = markMap(placeMarks(noSlots, estates['5,000 checks']), high)
    expect(bands.map((band) => band.map(({ title }) => title))).toEqual([
      ['namespace-0', 'namespace-1', 'namespace-2', 'namespace-3', 'namespace-4'],
      ['namespace-5', 'namespace-6', 'namespace-7', 'namespace-8', 'namespace-9'],
    ])
  })

  test('names the largest namespaces and counts the others', () => {
    const checks = Array.from({ length: 60 }, (_, i) => rows(i === 40 ? 30 : 2, `team-${i}`)).flat()
    const titles = markMap(placeMarks(noSlots, checks), room)
      .bands.flat()
      .map(({ title }) => title)
    expect([titles.includes('team-40'), titles.at(-1)]).toEqual([true, `${60 - (titles.length - 1)} more`])
  })
})
