import { z } from 'zod'
import { dayMs } from '#shared/primitives/time-units.ts'

const prefix = 'quarterdeck.draft.'
const retentionMs = 7 * dayMs

const storedSchema = z.object({ version: z.number(), savedAtMs: z.number(), value: z.unknown() })

export interface DraftOptions<Value> {
  readonly key: string
  /** Raise it when fields change their meaning; older drafts are then dropped. */
  readonly version: number
  /** Drafts that do not match are ignored. Never include passwords, tokens or other secrets. */
  readonly schema: z.ZodType<Value>
}

const parse = (text: string | null) => {
  try {
    return storedSchema.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}

const isOld = (text: string | null): boolean => {
  const savedAtMs = parse(text)?.savedAtMs ?? 0
  return Date.now() - savedAtMs > retentionMs
}

interface Draft<Value> {
  readonly value: Value
  readonly savedAtMs: number
}

export const findDraft = <Value>({ key, version, schema }: DraftOptions<Value>): Draft<Value> | null => {
  const text = localStorage.getItem(prefix + key)
  const stored = parse(text)
  if (stored?.version !== version || isOld(text)) return null
  const { data } = schema.safeParse(stored.value)
  return data === undefined ? null : { value: data, savedAtMs: stored.savedAtMs }
}

export const readDraft = <Value>(options: DraftOptions<Value>): Value | null => findDraft(options)?.value ?? null

export const writeDraft = <Value>({ key, version }: DraftOptions<Value>, value: Value) => {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ version, savedAtMs: Date.now(), value }))
  } catch {
    dropOldDrafts()
  }
}

export const dropDraft = ({ key }: Pick<DraftOptions<unknown>, 'key'>) => localStorage.removeItem(prefix + key)

const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

export const dropOldDrafts = () => {
  for (const key of draftKeys()) if (isOld(localStorage.getItem(key))) localStorage.removeItem(key)
}

export const dropDrafts = () => {
  for (const key of draftKeys()) localStorage.removeItem(key)
}
