import { expect, test } from 'vitest'
import { renderTerminalLine } from './terminal-line.ts'

const red = '\u001b[31m'
const reset = '\u001b[0m'

test.each([
  ['a carriage return overwrites', '\rdownloading 10%\rdownloading 50%\rdownloading 100%', 'downloading 100%'],
  ['a shorter text leaves the rest', 'downloading\rdone', 'doneloading'],
  ['erasing to the end of the line', 'downloading\r\u001b[Kdone', 'done'],
  ['erasing the whole line', 'downloading\u001b[2K\rdone', 'done'],
  ['erasing to the start of the line', 'abc\u001b[1Kd', '   d'],
  ['a line end of Windows', 'text\r', 'text'],
  ['backspaces', '|\b/\b-\bdone', 'done'],
  ['movements of the cursor', 'abc\u001b[2Dx\u001b[1Gy\u001b[3Cz', 'yxc z'],
  ['deleted and erased characters', 'abcd\r\u001b[1P\u001b[1X', ' cd'],
  ['a title', '\u001b]0;root@prod\u0007ok \u001b]2;x\u001b\\done', 'ok done'],
  ['a title without an end', 'ok\u001b]0;rest of the line', 'ok'],
  ['movements between lines and a cleared screen', '\u001b[2A\u001b[J\u001b[Hok\u001bc', 'ok'],
  ['a bell and other control characters', 'o\u0007k\u0000\u009b', 'ok'],
  ['bidirectional overrides', 'pay \u202e001\u202c to \u2066x\u2069', 'pay 001 to x'],
  ['colors of what stays', `${red}10%${reset}\r${red}done${reset}`, `${red}done${reset}`],
  ['colors that are overwritten', `${red}abc${reset}\rx`, `x${red}bc${reset}`],
  ['characters of several code points', 'e\u0301a\rxy', 'xy'],
  ['text without escapes', 'Größe\t👩‍💻', 'Größe\t👩‍💻'],
  ['colors alone', `${red}x${reset}`, `${red}x${reset}`],
])('%s', (_case, text, shown) => {
  expect(renderTerminalLine(text)).toBe(shown)
})

test.each([
  ['positions the cursor', '\u001b[Hx', 'xbc'],
  ['saves and restores the cursor', '\u001b7de\u001b8x\u001b[s\u001b[uy', 'abcxy'],
  ['inserts characters', '\r\u001b[2@x', 'x abc'],
  ['erases to the end of the screen', '\r\u001b[Jx', 'x'],
  ['reads escapes of one byte', '\u009b2Dx', 'axc'],
  ['keeps the skin tone with its emoji', '\r👍🏽', '👍🏽c'],
])('%s', (_case, text, shown) => {
  expect(renderTerminalLine(`abc${text}`)).toBe(shown)
})

test.each([
  ['a tab is a movement', 'a\tb\rcd', 'cd      b'],
  ['tabs before the line end of Windows', 'a\tb\r', 'a\tb'],
  ['a tab after eight columns', '12345678\tx\ry', 'y2345678        x'],
  ['half of a wide character', '日本\rA', 'A 本'],
  ['a wide character over a wide one', '日本\r語', '語本'],
  ['the second half of a wide character', '日本\u001b[3Dx', ' x本'],
  ['an emoji over two columns', 'ab c\r✅', '✅ c'],
  ['a cleared screen', 'abc\u001b[2J\u001b[Hx', 'x'],
  ['cleared before the cursor', 'abcd\u001b[2D\u001b[1Jx', '  xd'],
  [
    '24-bit colors with colons',
    '\u001b[38:2::1:2:3mx\u001b[48:2:4:5:6my',
    '\u001b[38;2;1;2;3mx\u001b[0m\u001b[38;2;1;2;3;48;2;4;5;6my\u001b[0m',
  ],
  ['256 colors with colons', '\u001b[38:5:9mx', '\u001b[38;5;9mx\u001b[0m'],
  ['a curly underline', '\u001b[4:3mx', '\u001b[4mx\u001b[0m'],
  ['the color of an underline', '\u001b[58;5;1;4mx\u001b[58:2::1:2:3my', '\u001b[4mxy\u001b[0m'],
  ['a link that is not of the web', '\u001b]8;;javascript:alert(1)\u001b\\here\u001b]8;;\u001b\\', 'here'],
])('shows %s', (_case, text, shown) => {
  expect(renderTerminalLine(text)).toBe(shown)
})

test('attributes replace each other, so that many changes of color do not multiply the line', () => {
  expect(renderTerminalLine('\r\u001b[1;31ma\u001b[38;5;9mb\u001b[22mc\u001b[39md')).toBe(
    '\u001b[1;31ma\u001b[0m\u001b[1;38;5;9mb\u001b[0m\u001b[38;5;9mc\u001b[0md',
  )
  expect(renderTerminalLine(`\r${'\u001b[32mx\u001b[39m '.repeat(1_000)}`).length).toBe(11_000)
})

test('keeps links', () => {
  const link = '\u001b]8;;https://example.test/a;b\u001b\\'
  expect(renderTerminalLine(`\r${link}here\u001b]8;;\u001b\\ x`)).toBe(`${link}here\u001b]8;;\u001b\\ x`)
})

test('a far column does not make a long line', () => {
  expect(renderTerminalLine('\u001b[999999999Gx').length).toBeLessThan(10_100)
})
