import type { Span } from '#machines/live/absence-machine.ts'
import type { RowChange } from '#shared/live/row-change.ts'
import type { Topic } from '#shared/live/topic.ts'
import type { LiveClient } from '#client/live/live-client.ts'

export interface DigestLine {
  readonly key: string
  readonly state: 'healthy' | 'warning' | 'unhealthy' | 'unknown'
  readonly stale: boolean
  readonly name: string
  readonly text: string
  readonly atMs: number | null
  readonly isSince: boolean
  readonly href: string
  readonly onOpen?: () => void
}

export interface DigestNews {
  readonly headline: readonly string[]
  readonly lines: readonly DigestLine[]
  readonly onlyHref: string | null
}

export interface MissedRecord<Row> extends Span {
  readonly changes: readonly RowChange<Row>[]
  readonly rows: ReadonlyMap<string, Row> | null
}

export interface DigestGap extends Span {
  readonly reason: string
}

export interface AreaDigest {
  readonly news: DigestNews
  readonly gaps: readonly DigestGap[]
  readonly isDifference: boolean
}

export interface DigestArea {
  /**
   * Call `remember` before the absence: it captures the current rows. Its result resolves to null when nothing is
   * known.
   */
  readonly remember: (client: LiveClient) => (span: Span, signal: AbortSignal) => Promise<AreaDigest | null>
}

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
