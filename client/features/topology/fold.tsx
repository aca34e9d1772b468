import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Skeleton, SkeletonBar } from '#client/ui/feedback/skeleton.tsx'
import './fold.css'

interface FoldProps {
  readonly title: string
  readonly count?: number | null | undefined
  readonly end?: React.ReactNode
  readonly children: React.ReactNode
}

export function Fold({ title, count, end, children }: FoldProps) {
  const [open, setOpen] = useState(true)
  const id = useId()
  return (
    <section className="fold" aria-labelledby={`${id}-title`}>
      <header className="fold-head">
        <h3 id={`${id}-title`}>
          <button type="button" aria-expanded={open} aria-controls={`${id}-body`} onClick={() => setOpen(!open)}>
            {open ? <ChevronDown size={12} /> : <ChevronRight size={12} />}
            {title}
            {count == null ? null : <span className="fold-count tabular">{formatCount(count)}</span>}
          </button>
        </h3>
        {end === undefined ? null : <span className="fold-end">{end}</span>}
      </header>
      <div id={`${id}-body`} className="fold-body" hidden={!open}>
        {children}
      </div>
    </section>
  )
}

export function LoadingLine({ label }: { readonly label: string }) {
  return (
    <div className="fold-line">
      <Skeleton label={label}>
        <SkeletonBar width="12rem" />
      </Skeleton>
    </div>
  )
}
