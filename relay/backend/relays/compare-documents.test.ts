import { expect, test } from 'vitest'
import { compareDocuments } from './compare-documents.ts'

const compare = (documents: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(compareDocuments(Object.entries(documents).map(([id, files]) => ({ id, documents: files }))))

test('finds nothing where all relays have the same files', () => {
  expect(compare({ a: { x: '1', y: '2' }, b: { y: '2', x: '1' } })).toEqual({ a: [], b: [] })
  expect(compare({ a: { x: '1' } })).toEqual({ a: [] })
})

test('reports the files of a relay that differ from the majority', () => {
  const same = { x: '1', y: '1', z: '1' }
  expect(compare({ a: same, b: { x: '2', z: '1', new: '1' }, c: same })).toEqual({
    a: [],
    b: [
      { file: 'new', difference: 'only here' },
      { file: 'x', difference: 'differs' },
      { file: 'y', difference: 'missing' },
    ],
    c: [],
  })
})

test('reports a file on all relays when no version has a majority', () => {
  expect(compare({ a: { x: '1', y: '1' }, b: { x: '2' } })).toEqual({
    a: [
      { file: 'x', difference: 'differs' },
      { file: 'y', difference: 'only here' },
    ],
    b: [
      { file: 'x', difference: 'differs' },
      { file: 'y', difference: 'missing' },
    ],
  })
})
