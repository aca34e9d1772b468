import { mappedNames } from '#shared/time-range/mapped-ranges.ts'
import { futureRanges, pastRanges } from '#shared/time-range/relative-ranges.ts'
import { relativeRange, type TimeRange } from '#shared/time-range/time-range.ts'
import { dropDraft } from '#client/lib/drafts/draft.ts'
import { TypedRangeForm, typedRangeDraft } from './typed-range-form.tsx'
import './time-range-dialog.css'

export interface RangeList {
  readonly title: string
  readonly look: 'lengths' | 'names'
  readonly ranges: readonly TimeRange[]
}

const past: readonly RangeList[] = [
  { title: 'Relative', look: 'lengths', ranges: pastRanges.map(({ range }) => relativeRange(range)) },
  { title: 'Mapped', look: 'names', ranges: mappedNames.map((display) => ({ type: 'mapped', display })) },
]
const ahead: readonly RangeList[] = [
  {
    title: 'Relative',
    look: 'lengths',
    ranges: futureRanges.map(({ display, range }) => ({ type: 'relative', display, range })),
  },
]

interface ChoicesProps extends RangeList {
  readonly current: TimeRange
  readonly onChange: (range: TimeRange) => void
}

function Choices({ title, look, ranges, current, onChange }: ChoicesProps) {
  const isCurrent = (choice: TimeRange) => choice.type === current.type && choice.display === current.display
  return (
    <section className={`time-range-choices time-range-${look}`} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {ranges.map((choice) => (
          <li key={choice.display}>
            <button
              type="button"
              className="time-range-choice"
              aria-pressed={isCurrent(choice)}
              onClick={() => onChange(choice)}
            >
              {choice.display}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TimeRangeDialogProps {
  readonly range: TimeRange
  readonly lists: readonly RangeList[] | undefined
  readonly future: boolean
  readonly onChange: (range: TimeRange) => void
}

export function TimeRangeDialog({ range, future, lists = future ? ahead : past, onChange }: TimeRangeDialogProps) {
  const choose = (chosen: TimeRange) => {
    dropDraft(typedRangeDraft)
    onChange(chosen)
  }
  return (
    <>
      <TypedRangeForm range={range} future={future} onChange={choose} />
      {lists.map((list) => (
        <Choices key={list.title} {...list} current={range} onChange={choose} />
      ))}
    </>
  )
}
