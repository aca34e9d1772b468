import { parseDate } from '#shared/primitives/calendar-day.ts'
import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { weekMs } from '#shared/primitives/time-units.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'

const eventsMax = 2_000
const usualAgeMs = weekMs

export const durationText = z.string().transform((written, context) => {
  const ms = parseDuration(written)
  if (ms !== null) return ms
  context.addIssue({ code: 'custom', message: 'must be a duration such as 30m, 12h or 7d' })
  return z.NEVER
})
export const eventAge = durationText.default(usualAgeMs)

export const eventTime = z
  .string()
  .refine((written) => !Number.isNaN(parseDate(written)))
  .transform((written) => new Date(written).toISOString())

export interface AuditEvent {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly by: string | undefined
  /** Best match first. */
  readonly ids: readonly string[]
  readonly rejection: string | undefined
  readonly source: string
  readonly details: unknown
}

const toChange = ({ id, name, at, by, ids, rejection, source, details }: AuditEvent): FoundChange => ({
  kind: 'change',
  ids,
  change: {
    changeType: name,
    severity: rejection === undefined ? 'info' : 'low',
    source,
    summary: rejection === undefined ? name : `${name} was rejected: ${rejection}`,
    externalId: id,
    createdBy: by,
    createdAt: at,
    details: changeSecrets(details, () => maskedSecret),
  },
})

/** `pages` must be newest first; `*` in `exclude` matches any text. */
export async function* readLogChanges(
  pages: AsyncIterable<readonly AuditEvent[]>,
  exclude: readonly string[] = [],
): AsyncGenerator<FoundChange> {
  let count = 0
  for await (const events of pages) {
    for (const event of events.slice(0, eventsMax - count))
      if (!exclude.some((pattern) => matchesPatterns(pattern, event.name))) yield toChange(event)
    count += events.length
    if (count >= eventsMax) return
  }
}
