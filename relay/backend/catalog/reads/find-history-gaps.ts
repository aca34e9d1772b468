import type { HistoryGap, ItemSnapshot } from '#shared/catalog/as-of.ts'
import type { WalkedBack } from '#shared/catalog/walk-back.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { History } from './retained-history.ts'

export const diffsMax = 5_000

export interface ReadDocument {
  readonly walked: WalkedBack
  readonly changesAt: string | null
  /** Also true when the walk ended at a lost diff. */
  readonly isWhole: boolean
}

const lostReasons = {
  unkept: 'The change was too large for its diff to be stored.',
  unfitting: 'The diff of a change does not match the document after it.',
} as const

export const findDocumentGap = (
  { walked, changesAt, isWhole }: ReadDocument,
  { diffsAfter, firstSeen }: Pick<History, 'diffsAfter' | 'firstSeen'>,
  at: string,
): HistoryGap | null => {
  const gap = (until: string | null, reason: string): HistoryGap => ({
    about: 'document',
    from: firstSeen,
    until,
    reason,
  })
  if (Date.parse(at) < Date.parse(firstSeen))
    return { ...gap(firstSeen, 'The item existed already, but was not scraped yet.'), from: null }
  if (diffsAfter !== null && Date.parse(at) < Date.parse(diffsAfter))
    return gap(diffsAfter, 'Changes from this time are no longer retained.')
  if (walked.kind === 'lost') return gap(walked.change.created_at, lostReasons[walked.why])
  return isWhole ? null : gap(changesAt, `The document has changed more than ${formatCount(diffsMax)} times since.`)
}

export const findFactsGaps = (
  facts: ItemSnapshot['facts'],
  { firstSeen, versionsAfter }: Pick<History, 'firstSeen' | 'versionsAfter'>,
): readonly HistoryGap[] =>
  facts === null || facts.since !== null
    ? []
    : [
        {
          about: 'facts',
          from: firstSeen,
          until: versionsAfter,
          reason: 'Facts from this time are not retained.',
        },
      ]

export const findInsightsGaps = (
  at: string,
  { insightsAfter }: Pick<History, 'insightsAfter'>,
): readonly HistoryGap[] =>
  insightsAfter === null || Date.parse(at) > Date.parse(insightsAfter)
    ? []
    : [
        {
          about: 'insights',
          from: null,
          until: insightsAfter,
          reason: 'Insights from this time are no longer retained, unless they were seen again later.',
        },
      ]
