import type { Span } from '#machines/live/absence-machine.ts'
import type { RowChange } from '#shared/live/row-change.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { LiveClient } from '#client/live/live-client.ts'

/** One line of the digest, which leads to its thing. */
export interface DigestLine {
  readonly key: string
  readonly state: 'healthy' | 'warning' | 'unhealthy' | 'unknown'
  readonly stale: boolean
  readonly name: string
  readonly text: string
  /** Milliseconds by the server's clock: when it happened, or with `isSince` from when on; null where that is not known. */
  readonly atMs: number | null
  readonly isSince: boolean
  readonly href: string
  /** Goes there without losing what the page shows now; without it the link does. */
  readonly onOpen?: () => void
}

/** What one area has to tell. */
export interface DigestNews {
  /** The parts of the headline: `3 checks turned unhealthy`, `1 recovered`. */
  readonly headline: readonly string[]
  readonly lines: readonly DigestLine[]
  /** Where only what changed is shown. */
  readonly onlyHref: string | null
}

/** Everything that is known of a topic over a span; times in milliseconds by the server's clock. */
export interface MissedRecord<Row> extends Span {
  /** Oldest first. */
  readonly changes: readonly RowChange<Row>[]
  /** As they are now; null where nothing is held. */
  readonly rows: ReadonlyMap<string, Row> | null
}

export interface DigestGap extends Span {
  /** A sentence. */
  readonly reason: string
}

export interface AreaDigest {
  readonly news: DigestNews
  /** When nothing was recorded. */
  readonly gaps: readonly DigestGap[]
  /** Whether only the rows before and after could be compared. */
  readonly isDifference: boolean
}

export interface DigestArea {
  /**
   * Remembers what the tab holds now. The answer tells later what became of it over a span by the server's clock; null when
   * neither the journal nor the tab knows.
   */
  readonly remember: (client: LiveClient) => (span: Span, signal: AbortSignal) => Promise<AreaDigest | null>
}

/** A topic without params as an area of the digest. `loadNewsOf` brings the code that makes news of a record. */
export const digestArea = <Row>(
  topic: Topic<Record<string, never>, Row>,
  loadNewsBuilder: () => Promise<(record: MissedRecord<Row>) => DigestNews>,
): DigestArea => {
  const held = (client: LiveClient) => {
    const { rows, observedAtMs } = client.topic(topic, {}).get()
    return observedAtMs === null ? null : rows
  }
  return {
    remember: (client) => {
      const before = held(client)
      return async (span, signal) => {
        const { readMissed } = await import('./read-missed.ts')
        const missed = await readMissed({ topic, span, signal, before, now: () => held(client) })
        return (
          missed && {
            news: (await loadNewsBuilder())(missed.record),
            gaps: missed.gaps,
            isDifference: missed.isDifference,
          }
        )
      }
    },
  }
}
