const words = (text: string): string[] =>
  text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

export const camelCase = (text: string): string =>
  words(text)
    .map((word, index) => (index === 0 ? word.toLowerCase() : capital(word.toLowerCase())))
    .join('')
export const snakeCase = (text: string): string => words(text).join('_').toLowerCase()
export const kebabCase = (text: string): string => words(text).join('-').toLowerCase()
export const titleCase = (text: string): string => text.replaceAll(/(^|\s)(\p{L})/gu, (all) => all.toUpperCase())

export const slug = (text: string): string =>
  words(text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).join('-').toLowerCase()

/** With an `offset`, the text around that position is kept, and dots stand on both sides. */
export const abbreviate = (text: string, width: number, offset = 0): string => {
  if (width < 4 || text.length <= width) return text
  if (offset <= 4 || width < 7) return `${text.slice(0, width - 3)}...`
  if (offset + width - 3 < text.length) return `...${text.slice(offset, offset + width - 6)}...`
  return `...${text.slice(text.length - width + 3)}`
}

export const quote = (text: string): string => JSON.stringify(text)
export const singleQuote = (text: string): string => `'${text.replaceAll("'", "''")}'`
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`
export const indent = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by)

export const wordWrap = (text: string, width: number, lineEnd = '\n'): string =>
  text
    .split('\n')
    .map((line) => {
      const lines: string[] = []
      for (const word of line.split(' ')) {
        const last = lines.at(-1)
        if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
        else lines[lines.length - 1] = `${last} ${word}`
      }
      return lines.join(lineEnd)
    })
    .join('\n')

export const repeat = (text: string, times: number): string => {
  if (!(times >= 0) || text.length * times > 1_000_000) throw new Error(`cannot repeat a string ${times} times`)
  return text.repeat(Math.floor(times))
}

export const trimCharacters = (text: string, characters: string): string => {
  const set = new Set(characters)
  const all = Array.from(text)
  const start = all.findIndex((letter) => !set.has(letter))
  if (start === -1) return ''
  return all.slice(start, all.findLastIndex((letter) => !set.has(letter)) + 1).join('')
}

export const trimPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text
export const trimSuffix = (text: string, suffix: string): string =>
  suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text
