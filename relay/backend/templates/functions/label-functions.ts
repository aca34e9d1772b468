import { toMap, toText } from '#relay/backend/templates/go-template/values.ts'

const toPattern = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 's')

/** `patterns`: separated by commas, with `*`; `!x` matches another value, `!*` a label that does not exist. */
export const matchLabel = (labels: unknown, key: unknown, patterns: unknown): boolean => {
  const map = toMap(labels ?? {})
  const value = Object.hasOwn(map, toText(key)) ? toText(map[toText(key)]) : undefined
  return toText(patterns)
    .split(',')
    .map((pattern) => pattern.trim())
    .some((pattern) =>
      pattern.startsWith('!')
        ? value === undefined || !toPattern(pattern.slice(1)).test(value)
        : value !== undefined && toPattern(pattern).test(value),
    )
}
