import type { FileHandle } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesBackwards } from './lines-backwards.ts'

const signal = new AbortController().signal
const toFileHandle = (content: Buffer): FileHandle =>
  ({
    stat: async () => ({ size: content.length }),
    read: async (buffer: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: content.copy(buffer, offset, position, position + length),
      buffer,
    }),
  }) as never

const read = async (text: string, isPassedOver?: (lines: string) => boolean) => {
  const lines: string[] = []
  for await (const each of linesBackwards(toFileHandle(Buffer.from(text)), signal, isPassedOver)) lines.push(each)
  return lines
}

test.each([
  ['', []],
  ['\n', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\nb', ['b', 'a']],
  ['\n\na\r\n\nb\r\n', ['b', 'a']],
])('reads the lines of %j as %j', async (text, lines) => {
  expect(await read(text)).toEqual(lines)
})

test('loses, splits or repeats no line at a block boundary', async () => {
  const line = fc.tuple(fc.constantFrom('a', 'ü', '€', '😀'), fc.constantFrom(1, 100, 20_000, 60_000))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 10, maxLength: 25, size: 'max' }),
      fc.boolean(),
      async (all, isEnded) => {
        const lines = all.map(([letter, length], index) => `${index} ${letter.repeat(Math.ceil(length / 4))}`)
        expect(await read(`${lines.join('\n')}${isEnded ? '\n' : ''}`)).toEqual(lines.toReversed())
      },
    ),
    { numRuns: 15 },
  )
})

test('truncates a line over 64 KB, also across blocks', async () => {
  const long = `start ${'x'.repeat(600_000)}`
  expect((await read(`first\n${long}\nlast`)).map((each) => [each.slice(0, 8), each.length])).toEqual([
    ['last', 4],
    ['start xx', 65_536],
    ['first', 5],
  ])
})

test('returns only the oldest line of a skipped block', async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `${index} ${'x'.repeat(1_000)}`)
  const passed = await read(lines.join('\n'), () => true)
  expect(passed.length).toBeLessThan(10)
  expect(passed.at(-1)).toBe(lines[0])
})
