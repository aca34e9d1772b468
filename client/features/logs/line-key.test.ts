import { expect, test } from 'vitest'
import { joinLines, lineKey, withKeys } from './line-key.ts'

const line = (second: number, message: string) => ({
  timestamp: `2026-11-20T10:00:0${second}.000Z`,
  message,
  labels: {},
})

test('a line is found by its timestamp and message', () => {
  const key = lineKey(line(1, 'a'))
  expect(lineKey(line(1, 'a'))).toBe(key)
  expect(lineKey(line(1, 'b'))).not.toBe(key)
})

test('a line keeps its key when newer identical lines arrive', () => {
  const [, older] = withKeys([line(1, 'same'), line(1, 'same')])
  expect(withKeys([line(1, 'same'), line(1, 'same'), line(1, 'same')])[2]?.key).toBe(older?.key)
})

test('lines that are both streamed and loaded appear as often as they were written', () => {
  const read = [line(2, 'b'), line(1, 'same'), line(1, 'same')]
  expect(joinLines(read, [], 10)).toBe(read)
  expect(joinLines(read, [line(1, 'same'), line(2, 'b'), line(3, 'c')], 10).map(({ message }) => message)).toEqual([
    'c',
    'b',
    'same',
    'same',
  ])
  expect(joinLines(read, [line(3, 'c')], 2).map(({ message }) => message)).toEqual(['c', 'b'])
})
