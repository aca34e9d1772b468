import type { HistoryGap } from '#shared/catalog/as-of.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ClockTime } from './clock-time.tsx'

const titles = {
  document: 'The document at this time is unknown',
  facts: 'Status, health, labels and tags at this time are unknown',
  insights: 'Insights at this time are unknown',
  scraping: 'Not scraped at this time',
} as const

function Span({ from, until }: Pick<HistoryGap, 'from' | 'until'>) {
  return (
    <>
      {from === null ? 'Until' : 'From '}
      {from === null ? null : <ClockTime at={from} />}
      {from === null || until === null ? null : ' until'} {until === null ? 'on' : <ClockTime at={until} />}
    </>
  )
}

export function MomentGaps({ gaps }: { readonly gaps: readonly HistoryGap[] }) {
  return gaps.map(({ about, from, until, reason }) => (
    <Callout key={`${about} ${from} ${until}`} bar tone="warn" title={`${titles[about]}.`}>
      <Span from={from} until={until} />: {reason}
    </Callout>
  ))
}
