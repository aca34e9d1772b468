import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { silenceWindowSchema } from './silence-window.ts'

const silencedKind = z.enum(['check', 'config', 'component'])
export type SilencedKind = z.infer<typeof silencedKind>

const coveringSilence = z.object({
  id: z.string(),
  name: z.string(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  window: silenceWindowSchema.nullable(),
  until_recovers: z.boolean(),
  /** Who silenced it; null where a document or nobody known did. */
  by: z.string().nullable(),
  /** Whether it holds back messages at this moment; one that does not begins later, or holds in its windows alone. */
  holds: z.boolean(),
})
export type CoveringSilence = z.infer<typeof coveringSilence>

/**
 * The silences that cover a thing now or later, by what they name, by what is above it, by selector or by filter: those that hold
 * first. Of silences that the viewer may not read, none; nor of a thing that they may not see or that has no row, as a check of a
 * document that cannot be read.
 */
export const resourceSilencesRoute = contract({
  method: 'GET',
  path: '/api/notification/silences/of/:kind/:id',
  params: z.object({ kind: silencedKind, id: z.string().max(100) }),
  response: z.array(coveringSilence),
})

/** As many things as one question may name. */
export const silencedNowMost = 200

/**
 * Which of some things of one kind are silenced at this moment, and by what: the silence that ends last of those that cover it.
 * The same rights as for one thing.
 */
export const silencedNowRoute = contract({
  method: 'POST',
  path: '/api/notification/silences/now',
  body: z.object({ kind: silencedKind, ids: z.array(z.string().max(100)).max(silencedNowMost) }),
  response: z.record(z.string(), coveringSilence),
})
