import { z } from 'zod'
import { readDraft, writeDraft } from '#client/lib/drafts/draft.ts'

const recentLimit = 8

const recentOptions = { key: 'palette.recent', version: 1, schema: z.array(z.string()).max(recentLimit) }

/** Keys of the hits that this person opened last, newest first. Sign-out removes them. */
export const readRecent = (): readonly string[] => readDraft(recentOptions) ?? []

export const addRecent = (key: string) =>
  writeDraft(recentOptions, [key, ...readRecent().filter((each) => each !== key)].slice(0, recentLimit))
