import { ChevronDown, History } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import './moment-picker.css'

const MomentDialog = lazy(async () => ({ default: (await import('./moment-dialog.tsx')).MomentDialog }))

export interface OfferedMoment {
  readonly name: string
  readonly text: string
}

interface MomentPickerProps {
  readonly children: React.ReactNode
  readonly label: string
  readonly offered?: readonly OfferedMoment[]
  readonly hasNow?: boolean
  readonly onChoose: (at: string) => void
}

export function MomentPicker({ children, label, onChoose, ...offers }: MomentPickerProps) {
  const [open, setOpen] = useState(false)
  const choose = (at: string) => {
    setOpen(false)
    onChoose(at)
  }
  const content = (
    <div className="moment-picker" role="dialog" aria-label={label}>
      <Suspense fallback={<SkeletonRows label="Loading times" rows={3} />}>
        <MomentDialog {...offers} label={label} onChoose={choose} />
      </Suspense>
    </div>
  )
  return (
    <Popover kind="dialog" placement="bottom-end" isOpen={open} onInteraction={setOpen} content={content}>
      <Button icon={<History size={14} />} endIcon={<ChevronDown size={12} />}>
        {children}
      </Button>
    </Popover>
  )
}
