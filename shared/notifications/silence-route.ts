import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const moment = z.string().trim().max(100).nullish()

/**
 * Silences what is sent of a thing, of things by selectors, or by a filter (ledger NOTIF-06); `from` and `until` are times or date math
 * such as `now+2h`, and a silence without `until`, or with `indefinitely`, does not end by itself (ledger NOTIF-07).
 */
export const silenceRoute = contract({
  method: 'POST',
  path: '/api/notification/silence',
  body: z.object({
    name: z.string().trim().min(1).max(200),
    description: z.string().max(5_000).nullish(),
    from: moment,
    until: moment,
    recursive: z.boolean().nullish(),
    filter: z.string().max(10_000).nullish(),
    selectors: z.array(z.record(z.string(), z.unknown())).max(100).nullish(),
    config_id: z.string().nullish(),
    check_id: z.string().nullish(),
    canary_id: z.string().nullish(),
    component_id: z.string().nullish(),
  }),
  response: z.unknown(),
})
export type SilenceToAdd = z.input<typeof silenceRoute.body>
