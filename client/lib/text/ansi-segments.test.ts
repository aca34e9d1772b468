import { expect, test } from 'vitest'
import { ansiSegments, markFound, plainText } from './ansi-segments.ts'

const e = '\u001b'

test.each([
  ['plain', 'no colour', [{ text: 'no colour' }]],
  [
    'the sixteen colours by class',
    `${e}[31mred${e}[0m rest`,
    [{ text: 'red', className: 'ansi-red-fg' }, { text: ' rest' }],
  ],
  [
    'bold on a ground',
    `${e}[1;33;44mwarning${e}[0m`,
    [{ text: 'warning', className: 'ansi-yellow-fg ansi-blue-bg ansi-bold' }],
  ],
  ['other colours as they are', `${e}[38;2;1;2;3mx${e}[0m`, [{ text: 'x', color: 'rgb(1,2,3)' }]],
  ['what moves the cursor, which is left out', `${e}[2K${e}[1Gdone\r`, [{ text: 'done' }]],
  ['an escape that does not end', `a${e}[31`, [{ text: 'a' }]],
])('parses a line: %s', (_, line, segments) => {
  expect(ansiSegments(line)).toEqual(segments)
})

test('markup in a line is text', () => {
  const hostile = `<img src=x onerror=alert(1)>&amp;`
  expect(ansiSegments(hostile)).toEqual([{ text: hostile }])
  expect(ansiSegments(`${e}[31m${hostile}${e}[0m`)).toEqual([{ text: hostile, className: 'ansi-red-fg' }])
})

const link = (target: string) => `${e}]8;;${target}${e}\\the run${e}]8;;${e}\\`

test('links only to http and https, from text and terminal links', () => {
  expect(ansiSegments('see https://northwind.example/a?b=1), now')).toEqual([
    { text: 'see ' },
    { text: 'https://northwind.example/a?b=1', href: 'https://northwind.example/a?b=1' },
    { text: '), now' },
  ])
  expect(ansiSegments(link('https://northwind.example/'))).toEqual([
    { text: 'the run', href: 'https://northwind.example/' },
  ])
  for (const target of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
    expect(ansiSegments(link(target)).filter(({ href }) => href !== undefined)).toEqual([])
  }
})

test('marks search matches across segments, case-insensitively', () => {
  const segments = [{ text: 'answered 5', className: 'a' }, { text: '03, then 503' }]
  expect(markFound(segments, '503')).toEqual([
    { text: 'answered ', className: 'a' },
    { text: '5', className: 'a', found: true },
    { text: '03', found: true },
    { text: ', then ' },
    { text: '503', found: true },
  ])
  expect(markFound([{ text: 'Warning' }], 'WARN')).toEqual([{ text: 'Warn', found: true }, { text: 'ing' }])
  expect(markFound(segments, '')).toBe(segments)
})

test('plain text has no escapes', () => {
  expect(plainText(`${e}[31mred${e}[0m end`)).toBe('red end')
})

test('a progress bar is its last state, also for a search', () => {
  const line = '\rdownloading 10%\rdownloading 50%\u001b[K\rdownloading 100%'
  expect(ansiSegments(line)).toEqual([{ text: 'downloading 100%' }])
  expect(plainText(line)).toBe('downloading 100%')
  expect(plainText('\u001b]0;title\u0007pay \u202e001')).toBe('pay 001')
})
