import { expect, test } from 'vitest'
import { mapPlain } from './map-item.ts'

const map = (config: unknown) =>
  mapPlain(
    { kind: 'item', config, known: {} },
    { base: {}, fields: [], defaultType: 'App', isFull: true, owner: '', signal: AbortSignal.timeout(10_000) },
  )
const change = (id?: string) => ({ change_type: 'Moved', ...(id !== undefined && { external_id: id }) })
const target = { kind: 'item', to: { id: 'a', type: undefined, scraper: undefined }, rowId: undefined }

test.each([
  [
    'only changes',
    { changes: [change('a'), change()] },
    'A change or an insight names no item, and its document has no id. It was not stored.',
  ],
  ['an item', { config: { x: 1 }, changes: [change('a')] }, 'An item has no id.'],
])('changes of other items are kept from a document without an id that has %s', (_, document, error) => {
  const mapped = map(document)
  expect(mapped).toMatchObject({ item: undefined, reports: [{ target }], errors: [error] })
})

test('a document without an id may have only changes of other items', () => {
  expect(map({ changes: [change('a')] })).toMatchObject({ item: undefined, reports: [{ target }], errors: [] })
})
