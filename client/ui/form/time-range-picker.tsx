import { ChevronDown, Time } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import type { TimeRange } from '#shared/time-range/time-range.ts'
import { useRangeName } from '#client/lib/time/describe-range.ts'
import { Button } from '#client/ui/button.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import type { RangeList } from './time-range-dialog.tsx'
import './time-range-picker.css'

const TimeRangeDialog = lazy(async () => ({ default: (await import('./time-range-dialog.tsx')).TimeRangeDialog }))

interface TimeRangePickerProps {
  readonly range: TimeRange
  readonly onChange: (range: TimeRange) => void
  readonly onClear?: (() => void) | undefined
  readonly future?: boolean
  readonly lists?: readonly RangeList[] | undefined
}

export function TimeRangePicker({ range, onChange, onClear, future = false, lists }: TimeRangePickerProps) {
  const [open, setOpen] = useState(false)
  const name = useRangeName(range)
  const choose = (chosen: TimeRange) => {
    setOpen(false)
    onChange(chosen)
  }
  const content = (
    <div className="time-range" role="dialog" aria-label="Time range">
      <Suspense fallback={<SkeletonRows label="Loading time ranges" rows={4} />}>
        <TimeRangeDialog range={range} lists={lists} future={future} onChange={choose} />
      </Suspense>
    </div>
  )
  const isLength = range.type === 'relative' && !future
  return (
    <>
      <Popover kind="dialog" isOpen={open} onInteraction={setOpen} content={content}>
        <Button
          className="time-range-button"
          icon={<Time size={14} />}
          endIcon={<ChevronDown size={12} />}
          aria-label={`Time range: ${isLength ? 'Last ' : ''}${name}`}
        >
          {isLength ? <span className="faint">Last </span> : null}
          {name}
        </Button>
      </Popover>
      {onClear && (
        <Button look="minimal" onClick={onClear}>
          Clear range
        </Button>
      )}
    </>
  )
}
