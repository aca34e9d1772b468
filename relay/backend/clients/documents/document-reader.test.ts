import { afterEach, expect, test } from 'vitest'
import { DocumentReader } from './document-reader.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

const reader = new DocumentReader()
afterEach(() => reader.close())

/** Large enough to be read in the thread. */
const large = (name: string) =>
  JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ name, id, filling: 'x'.repeat(300) })))
const read = (text: string) => reader.read({ text, format: 'json', items: undefined })

const readNames = async (text: string) => {
  const names: unknown[] = []
  for await (const documents of read(text))
    names.push(...documents.map((document) => (document as { readonly name: unknown }).name))
  return names
}

test('stopping in the middle of a text leaves nothing for the next one', async () => {
  for await (const documents of read(large('first'))) {
    expect(documents.length).toBeGreaterThan(0)
    break
  }
  const names = await readNames(large('second'))
  expect([names.length, ...new Set(names)]).toEqual([2_000, 'second'])
})

test('rejects an unreadable text and reads the next one', async () => {
  await expect(readNames(large('broken').slice(0, -1))).rejects.toThrow(ExpectedError)
  expect(await readNames(large('good'))).toHaveLength(2_000)
})
