import { z } from 'zod'
import { matchesPatterns } from '#shared/access/match.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { FoundChange } from '#relay/backend/scrapers/scraper-kind.ts'

/** Of one log the newest so many events are read in a run: a busy one has more than anybody reads. */
const eventsMax = 2_000
const usualAgeMs = 7 * 86_400_000

/** How far back events are read, in milliseconds: seven days, where it is left out. */
export const eventAge = z
  .string()
  .transform((written, context) => {
    const ms = parseDuration(written)
    if (ms !== null) return ms
    context.addIssue({ code: 'custom', message: 'must be a duration such as 30m, 12h or 7d' })
    return z.NEVER
  })
  .default(usualAgeMs)

/** When something happened, as a service writes it. */
export const eventTime = z
  .string()
  .refine((written) => !Number.isNaN(Date.parse(written)))
  .transform((written) => new Date(written).toISOString())

/** What somebody did, as the log of a cloud tells it. */
export interface AuditEvent {
  readonly id: string
  /** What was done, as the cloud calls it. */
  readonly name: string
  readonly at: string
  readonly by: string | undefined
  /** What it was done to: names that items may be known by, what is meant most first. */
  readonly ids: readonly string[]
  /** Why it was not done, where it was not. */
  readonly rejection: string | undefined
  /** The service that did it. */
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
    summary: rejection === undefined ? name : `${name} was refused: ${rejection}`,
    externalId: id,
    createdBy: by,
    createdAt: at,
    details: changeSecrets(details, () => maskedSecret),
  },
})

/** The newest events of a log that gives them page by page, the newest first, but those of `exclude` (names, in which `*` may stand). */
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
