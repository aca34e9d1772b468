import { afterEach, expect, test } from 'vitest'
import { DocumentReader } from './document-reader.ts'
import { spelledAt } from './spelling.ts'

const reader = new DocumentReader()
afterEach(() => reader.close())

const readSpelled = async (text: string, steps: readonly (string | number)[]) => {
  const spelled: unknown[] = []
  for await (const documents of reader.read({ text, format: 'yaml', items: undefined }))
    spelled.push(...documents.map((document) => spelledAt(document, steps)))
  return spelled
}

test.each([
  ['1.10', '1.10'],
  ['007', '007'],
  ['0x1F', '0x1F'],
  ['1e3', '1e3'],
  ['5.', '5.'],
  ['+5', '+5'],
  ['True', 'True'],
  ['1.5', 1.5],
  ['true', true],
  ['"007"', '007'],
])('the id %s keeps its spelling', async (written, expected) => {
  expect(await readSpelled(`meta:\n  id: ${written}\n`, ['meta', 'id'])).toEqual([expected])
  expect(await readSpelled(`- meta: {tags: [a, ${written}]}\n`, ['meta', 'tags', 1])).toEqual([expected])
})

test('a merged key keeps its spelling', async () => {
  expect(await readSpelled('- &base {id: 1.10}\n- {<<: *base, name: x}\n', ['id'])).toEqual(['1.10', '1.10'])
})

test('documents of the thread keep their spelling', async () => {
  const text = Array.from({ length: 400 }, (_, at) => `- {id: 1.${at}0, text: ${'x'.repeat(50)}}\n`).join('')
  expect(await readSpelled(text, ['id'])).toEqual(Array.from({ length: 400 }, (_, at) => `1.${at}0`))
})
