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
  by: z.string().nullable(),
  holds: z.boolean(),
})
export type CoveringSilence = z.infer<typeof coveringSilence>

/**
 * By name, parent, selector or filter; active ones first. Empty when the viewer cannot read silences or the resource.
 */
export const resourceSilencesRoute = contract({
  method: 'GET',
  path: '/api/notification/silences/of/:kind/:id',
  embeddedOnly: true,
  params: z.object({ kind: silencedKind, id: z.string().max(100) }),
  response: z.array(coveringSilence),
})

export const silencedNowMost = 200

export const silencedNowRoute = contract({
  method: 'POST',
  path: '/api/notification/silences/now',
  embeddedOnly: true,
  body: z.object({ kind: silencedKind, ids: z.array(z.string().max(100)).max(silencedNowMost) }),
  response: z.record(z.string(), coveringSilence),
})
