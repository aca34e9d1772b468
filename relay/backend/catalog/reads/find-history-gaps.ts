import type { HistoryGap, ItemSnapshot } from '#shared/catalog/as-of.ts'
import type { WalkedBack } from '#shared/catalog/walk-back.ts'
import type { History } from './retained-history.ts'

export const diffsMax = 5_000

export interface ReadDocument {
  readonly walked: WalkedBack
  readonly changesAt: string | null
  /** Also true when the walk ended at a lost diff. */
  readonly isWhole: boolean
}

const lostReasons = {
  unkept: 'The change was too large for its diff to be kept.',
  unfitting: 'The diff of a change does not lead to the document after it.',
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
    return { ...gap(firstSeen, 'The item was there already, but not scraped yet.'), from: null }
  if (diffsAfter !== null && Date.parse(at) < Date.parse(diffsAfter))
    return gap(diffsAfter, 'Changes of this time are not kept any more.')
  if (walked.kind === 'lost') return gap(walked.change.created_at, lostReasons[walked.why])
  return isWhole ? null : gap(changesAt, `The document changed more than ${diffsMax.toLocaleString('en')} times since.`)
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
          reason: 'How the item was beside its document is not kept of this time.',
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
          reason: 'What was known to be wrong then is not kept any more, unless it was seen again later.',
        },
      ]
