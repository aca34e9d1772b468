import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createListReader } from './list-reader.ts'

interface Entry {
  readonly id: string
}
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && 'id' in value

const reading = () => {
  let parsed = 0
  const read = createListReader<Entry>({
    parseRow: (value) => {
      parsed += 1
      if (!isEntry(value)) throw new Error('no entry')
      return value
    },
    getKey: ({ id }) => id,
  })
  return { read, parsed: () => parsed }
}

const entry = fc.record({ id: fc.string(), more: fc.jsonValue(), text: fc.string({ unit: 'binary' }) })
const list = fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 12 })
const spacing = fc.constantFrom(undefined, 1, '\t')

describe('list reader', () => {
  test('returns the rows that the JSON parser returns, for any previous list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(list, spacing), { maxLength: 5 }),
        fc.constantFrom('', ' ,"more":1}'),
        (lists, rest) => {
          const { read } = reading()
          for (const [entries, space] of lists) {
            const text = JSON.stringify(entries, null, space)
            expect(read(text + rest)).toEqual(JSON.parse(text))
          }
        },
      ),
    )
  })

  test('parses only rows that are new or changed', () => {
    const { read, parsed } = reading()
    const before = Array.from({ length: 20 }, (_, i) => ({ id: `check ${i}`, text: 'a "]" and a \\' }))
    const [first] = read(JSON.stringify(before))
    const after = before.flatMap((one, i) => {
      if (i === 3) return []
      if (i === 7) return [{ ...one, text: 'something else' }]
      return i === 12 ? [{ id: 'a new one', text: '' }, one] : [one]
    })
    const rows = read(JSON.stringify(after))
    expect(rows).toEqual(after)
    expect(rows[0]).toBe(first)
    expect(parsed()).toBe(20 + 3)
  })

  test.each([
    '',
    '{}',
    'null',
    '[',
    '[{"id":"1"}',
    '[{"id":"1"},]',
    '[{"id":"1"} {"id":"2"}]',
    '[1]',
    '[{"id":"1}]',
    '[{"id":1,}]',
  ])('rejects the invalid list %s and reads the next one', (text) => {
    const { read } = reading()
    expect(() => read(text)).toThrow(SyntaxError)
    expect(read('[{"id":"1"}]')).toEqual([{ id: '1' }])
  })

  test('skips and reports invalid rows, unless all are invalid', () => {
    const errors: unknown[] = []
    const read = createListReader<Entry>({
      parseRow: (value) => {
        if (isEntry(value)) return value
        throw new Error(`no entry: ${JSON.stringify(value)}`)
      },
      getKey: ({ id }) => id,
      onUnread: (error) => errors.push(String(error)),
    })
    const [a, b] = [{ id: 'a' }, { id: 'b' }]
    expect(read(JSON.stringify([a, { name: 'x' }, b]))).toEqual([a, b])
    expect(read(JSON.stringify([{ name: 'y' }, a, b]))).toEqual([a, b])
    expect(errors).toEqual(['Error: no entry: {"name":"x"}', 'Error: no entry: {"name":"y"}'])
    expect(() => read(JSON.stringify([{ name: 'x' }]))).toThrow('no entry')
    expect(() => read('[{"id":"a"},{"id":1,}]')).toThrow(SyntaxError)
    expect(read('[]')).toEqual([])
    expect(errors).toHaveLength(2)
  })
})
