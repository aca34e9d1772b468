import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

const texts = (splitter: LineSplitter, ...parts: Buffer[]) => [
  ...parts.flatMap((part) => splitter.push(part)),
  ...splitter.end(),
]

test('assembles lines from arbitrary pieces', () => {
  const lines = texts(new LineSplitter(100), Buffer.from('on'), Buffer.from('e\n\ntwo\nth'), Buffer.from('ree'))
  expect(lines.map(({ text, open }) => [text, open])).toEqual([
    ['one', false],
    ['', false],
    ['two', false],
    ['three', true],
  ])
})

test('keeps a character that is split across two pieces', () => {
  const bytes = Buffer.from('Größe\n')
  const lines = texts(new LineSplitter(100), bytes.subarray(0, 3), bytes.subarray(3))
  expect(lines).toEqual([{ text: 'Größe', bytes: 7, open: false, long: false, replaced: false }])
})

test('replaces bytes that are not UTF-8 and reports it', () => {
  const lines = texts(new LineSplitter(100), Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a]))
  expect(lines).toEqual([{ text: 'a\uFFFD\uFFFDb', bytes: 4, open: false, long: false, replaced: true }])
})

test('splits a long line between characters without losing any', () => {
  const lines = texts(new LineSplitter(7), Buffer.from(`${'ä'.repeat(20)}\n`))
  expect(lines.map(({ text }) => text).join('')).toBe('ä'.repeat(20))
  expect(lines.every(({ replaced }) => !replaced)).toBe(true)
  expect(lines.map(({ long }) => long)).toEqual([...lines.slice(1).map(() => true), false])
  expect(lines.at(-1)?.open).toBe(false)
})

test('never splits a long line inside a secret', () => {
  const secret = 'hunter2-hunter2'
  for (let before = 0; before < 30; before += 1) {
    const text = `${'.'.repeat(before)}${secret}${'.'.repeat(40)}\n`
    const lines = texts(new LineSplitter(20, [secret]), Buffer.from(text))
    expect(lines.filter((line) => line.text.includes(secret)).length).toBe(1)
    expect(lines.map((line) => line.text).join('')).toBe(text.trimEnd())
  }
})

test('keeps only the newest part of a long line that overwrites itself', () => {
  const progress = Array.from({ length: 101 }, (_, percent) => `\rdownloading ${percent}%`)
  const pieces = progress.map((text) => Buffer.from(text))
  const lines = texts(new LineSplitter(100), ...pieces, Buffer.from('\n'))
  expect(lines).toHaveLength(1)
  expect(lines[0]?.text.endsWith('\rdownloading 99%\rdownloading 100%')).toBe(true)
  expect(lines[0]).toMatchObject({ long: false, open: false, replaced: false })
})

test('a carriage return at the end of a long line overwrites nothing', () => {
  const lines = texts(new LineSplitter(20), Buffer.from(`${'x'.repeat(60)}\r`), Buffer.from('\n'))
  expect(lines.map(({ text }) => text).join('')).toBe(`${'x'.repeat(60)}\r`)
})

test('the text of an open line ends before an unfinished character', () => {
  const splitter = new LineSplitter(100)
  const bytes = Buffer.from('Größe')
  splitter.push(Buffer.concat([Buffer.from('done\n'), bytes.subarray(0, 3)]))
  expect(splitter.openText()).toBe('Gr')
  splitter.push(bytes.subarray(3))
  expect(splitter.openText()).toBe('Größe')
  splitter.push(Buffer.from('\n'))
  expect(splitter.openText()).toBe('')
})

test('the text of an open line never ends inside a secret', () => {
  const secret = 'hunter2-hunter2'
  const splitter = new LineSplitter(100, [secret, 'unrelated'])
  const shown = Array.from(`token ${secret}.`, (character) => {
    splitter.push(Buffer.from(character))
    return splitter.openText()
  })
  expect(new Set(shown.slice(5, -1))).toEqual(new Set(['token ']))
  expect(shown.at(-1)).toBe(`token ${secret}.`)
})
