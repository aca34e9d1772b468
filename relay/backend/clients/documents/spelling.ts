import { isMap } from '#shared/primitives/is-map.ts'
import { valueAt, type Steps } from './value-path.ts'

export interface Spelling {
  readonly steps: Steps
  readonly text: string
}

/** By the object or list that holds the value. */
const known = new WeakMap<object, Map<string | number, string>>()

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const isPlain = (value: unknown): value is number | boolean => typeof value === 'number' || typeof value === 'boolean'

const keysIn = (value: object): readonly (string | number)[] =>
  Array.isArray(value) ? Array.from(value.keys()) : Object.keys(value)

const record = (owner: object, key: string | number, text: string): void => {
  const texts = known.get(owner) ?? new Map<string | number, string>()
  known.set(owner, texts.set(key, text))
}

/** Records the numbers and booleans that their text would not be written as: `1.10`, `007`, `0x1F`, `True`. */
export const keepSpelling = (value: unknown, spelled: unknown): void => {
  if (!isContainer(value) || !isContainer(spelled)) return
  for (const key of keysIn(value)) {
    const [member, text] = [valueAt(value, [key]), valueAt(spelled, [key])]
    if (isContainer(member)) keepSpelling(member, text)
    else if (isPlain(member) && typeof text === 'string' && text !== String(member)) record(value, key, text)
  }
}

/** As `valueAt`, with the text of a number or boolean as it is written in its document. */
export const spelledAt = (document: unknown, steps: Steps): unknown => {
  const [owner, last] = [valueAt(document, steps.slice(0, -1)), steps.at(-1)]
  const text = isContainer(owner) && last !== undefined ? known.get(owner)?.get(last) : undefined
  return text ?? valueAt(document, steps)
}

/** To carry them to another thread with their documents. */
export const listSpellings = (value: unknown, steps: Steps = []): readonly Spelling[] => {
  if (!Array.isArray(value) && !isMap(value)) return []
  const own = Array.from(known.get(value) ?? [], ([key, text]) => ({ steps: [...steps, key], text }))
  return [...own, ...keysIn(value).flatMap((key) => listSpellings(valueAt(value, [key]), [...steps, key]))]
}

export const restoreSpellings = (value: unknown, spellings: readonly Spelling[]): void => {
  for (const { steps, text } of spellings) {
    const [owner, last] = [valueAt(value, steps.slice(0, -1)), steps.at(-1)]
    if (isContainer(owner) && last !== undefined) record(owner, last, text)
  }
}
