import { z } from 'zod'

const prefix = 'quarterdeck.draft.'
const dayMs = 86_400_000
const retentionMs = 7 * dayMs

const storedSchema = z.object({ version: z.number(), savedAtMs: z.number(), value: z.unknown() })

export interface DraftOptions<Value> {
  /** Names the form and the thing it is about: `playbook 0195…`. Two tabs with the same form share its draft. */
  readonly key: string
  /** Raised when the form's fields mean something else; older drafts are dropped then. */
  readonly version: number
  /** What a draft must be; one that is not counts as none. Never a password, token or other secret. */
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

/** What was typed and neither sent nor given up, for a week; null when there is none that can be read. */
export const readDraft = <Value>({ key, version, schema }: DraftOptions<Value>): Value | null => {
  const text = localStorage.getItem(prefix + key)
  const stored = parse(text)
  return stored?.version !== version || isOld(text) ? null : (schema.safeParse(stored.value).data ?? null)
}

/** Keeps what was typed across reloads, crashes, sign-ins and new builds. A browser without room keeps nothing, silently. */
export const writeDraft = <Value>({ key, version }: DraftOptions<Value>, value: Value) => {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ version, savedAtMs: Date.now(), value }))
  } catch {
    dropOldDrafts()
  }
}

/** It was sent, or given up. */
export const dropDraft = ({ key }: Pick<DraftOptions<unknown>, 'key'>) => localStorage.removeItem(prefix + key)

const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

/** Removes the drafts that nobody came back to. */
export const dropOldDrafts = () => {
  for (const key of draftKeys()) if (isOld(localStorage.getItem(key))) localStorage.removeItem(key)
}

/** Removes every draft: whoever signs in next at this browser may be somebody else. */
export const dropDrafts = () => {
  for (const key of draftKeys()) localStorage.removeItem(key)
}
