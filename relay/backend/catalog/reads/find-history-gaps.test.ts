import { expect, test } from 'vitest'
import { findDocumentGap, findFactsGaps, findInsightsGaps, type ReadDocument } from './find-history-gaps.ts'

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`
const known: ReadDocument = { walked: { kind: 'known', text: 'a: 1' }, changesAt: day(20), isWhole: true }
const lost = (why: 'unkept' | 'unfitting'): ReadDocument => ({
  ...known,
  walked: { kind: 'lost', why, change: { id: 'c1', created_at: day(15) } },
})
const history = { firstSeen: day(5), diffsAfter: null }

test.each([
  ['since it was first seen', known, history, day(5), null],
  [
    'before it was first seen',
    known,
    history,
    day(4),
    { from: null, until: day(5), reason: 'The item existed already, but was not scraped yet.' },
  ],
  ['since the last change that retention deleted', known, { ...history, diffsAfter: day(8) }, day(8), null],
  [
    'before the last change that retention deleted',
    known,
    { ...history, diffsAfter: day(8) },
    day(7),
    { from: day(5), until: day(8), reason: 'Changes from this time are no longer retained.' },
  ],
  [
    'before a change without a diff',
    lost('unkept'),
    history,
    day(10),
    { from: day(5), until: day(15), reason: 'The change was too large for its diff to be stored.' },
  ],
  [
    'before a diff that does not apply',
    lost('unfitting'),
    history,
    day(10),
    { from: day(5), until: day(15), reason: 'The diff of a change does not match the document after it.' },
  ],
  [
    'more changes ago than are undone',
    { ...known, isWhole: false },
    history,
    day(10),
    { from: day(5), until: day(20), reason: 'The document has changed more than 5,000 times since.' },
  ],
  [
    'deleted changes come before a lost diff',
    lost('unkept'),
    { ...history, diffsAfter: day(12) },
    day(10),
    { from: day(5), until: day(12), reason: 'Changes from this time are no longer retained.' },
  ],
] as const)('the document %s', (_case, read, retained, at, gap) => {
  expect(findDocumentGap(read, retained, at)).toEqual(gap === null ? null : { about: 'document', ...gap })
})

const facts = { name: 'a', type: 'b', description: null, status: null, health: null, labels: null, tags: null }

test('facts are a gap when their start is unknown, and none while the item did not exist', () => {
  const retained = { firstSeen: day(5), versionsAfter: day(9) }
  expect(findFactsGaps(null, retained)).toEqual([])
  expect(findFactsGaps({ ...facts, since: day(6) }, retained)).toEqual([])
  expect(findFactsGaps({ ...facts, since: null }, retained)).toMatchObject([
    { about: 'facts', from: day(5), until: day(9) },
  ])
})

test.each([
  [null, day(1), 0],
  [day(9), day(8), 1],
  [day(9), day(9), 1],
  [day(9), day(10), 0],
])('insights deleted up to %s leave at %s %d gaps', (insightsAfter, at, gaps) => {
  expect(findInsightsGaps(at, { insightsAfter })).toHaveLength(gaps)
})
