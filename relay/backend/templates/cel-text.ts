import type { Environment } from '@marcbachmann/cel-js'

const prefix = 'characters_'
const replaced = new Set(['indexOf', 'lastIndexOf', 'substring', 'split', 'lowerAscii', 'upperAscii'])

/** Of methods that count characters, where those of the library count halves of surrogate pairs. */
export const toTextMethod = (name: string): string => (replaced.has(name) ? `${prefix}${name}` : name)
export const listSpellings = (name: string): readonly string[] => [...new Set([name, toTextMethod(name)])]
export const withoutPrefix = (message: string): string => message.replaceAll(prefix, '')

const hasPairs = (text: string): boolean => /[\uD800-\uDFFF]/.test(text)
const listCharacters = (text: string): readonly string[] => (hasPairs(text) ? Array.from(text) : text.split(''))
const countCharacters = (text: string): number => (hasPairs(text) ? Array.from(text).length : text.length)
const offsetIn = (text: string, index: number): number =>
  hasPairs(text) ? Array.from(text).slice(0, index).join('').length : index

const demandIndex = (name: string, index: number, least: number, most: number): void => {
  if (index < least || index > most) throw new Error(`${name}: index ${index} is out of range (${least} to ${most})`)
}

const toIndex = (text: string, offset: number): bigint =>
  BigInt(offset === -1 ? -1 : countCharacters(text.slice(0, offset)))

const indexOf = (text: string, part: string, from = 0n): bigint => {
  demandIndex('indexOf', Number(from), 0, countCharacters(text))
  return toIndex(text, text.indexOf(part, offsetIn(text, Number(from))))
}

const lastIndexOf = (text: string, part: string, from?: bigint): bigint => {
  if (from === undefined) return toIndex(text, text.lastIndexOf(part))
  demandIndex('lastIndexOf', Number(from), 0, countCharacters(text))
  return toIndex(text, text.lastIndexOf(part, offsetIn(text, Number(from))))
}

const substring = (text: string, from: bigint, to?: bigint): string => {
  const length = countCharacters(text)
  const [start, end] = [Number(from), to === undefined ? length : Number(to)]
  demandIndex('substring', start, 0, length)
  demandIndex('substring', end, start, length)
  return text.slice(offsetIn(text, start), offsetIn(text, end))
}

const split = (text: string, separator: string, limit = -1n): readonly string[] => {
  const most = Number(limit)
  const parts = separator === '' ? listCharacters(text) : text.split(separator)
  if (most < 0 || parts.length <= most) return parts
  return most === 0 ? [] : [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)]
}

export const registerTextFunctions = (environment: Environment): void => {
  environment.registerFunction('string.characters_indexOf(string): int', indexOf)
  environment.registerFunction('string.characters_indexOf(string, int): int', indexOf)
  environment.registerFunction('string.characters_lastIndexOf(string): int', lastIndexOf)
  environment.registerFunction('string.characters_lastIndexOf(string, int): int', lastIndexOf)
  environment.registerFunction('string.characters_substring(int): string', substring)
  environment.registerFunction('string.characters_substring(int, int): string', substring)
  environment.registerFunction('string.characters_split(string): list<string>', split)
  environment.registerFunction('string.characters_split(string, int): list<string>', split)
  environment.registerFunction('string.characters_lowerAscii(): string', (text: string) =>
    text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  )
  environment.registerFunction('string.characters_upperAscii(): string', (text: string) =>
    text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
  )
}
