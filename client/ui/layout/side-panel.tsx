import { Cross, Maximize, Minimize } from '@blueprintjs/icons'
import { useEffect, useId, useRef } from 'react'
import { isOverlaid } from '#client/lib/browser/key-target.ts'
import { useKeyDown } from '#client/lib/browser/use-key-down.ts'
import { Button } from '#client/ui/button.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import './side-panel.css'

interface SidePanelProps {
  readonly title: string
  readonly mark?: React.ReactNode
  readonly facts?: React.ReactNode
  readonly actions?: React.ReactNode
  readonly expanded?: boolean
  readonly onExpand?: (expanded: boolean) => void
  readonly onClose: () => void
  readonly children: React.ReactNode
}

export function SidePanel({
  title,
  mark,
  facts,
  actions,
  expanded = false,
  onExpand,
  onClose,
  children,
}: SidePanelProps) {
  const headingId = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useKeyDown((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isOverlaid()) onClose()
  })
  return (
    <aside
      ref={panel}
      className="side-panel"
      data-expanded={expanded ? '' : undefined}
      aria-labelledby={headingId}
      tabIndex={-1}
    >
      <div className="side-panel-head">
        <div className="side-panel-top">
          <div className="side-panel-title">
            {mark}
            <h2 id={headingId}>{title}</h2>
          </div>
          {actions === undefined ? null : <div className="side-panel-actions">{actions}</div>}
        </div>
        <div className="side-panel-corner">
          {onExpand && (
            <Button
              look="minimal"
              icon={expanded ? <Minimize size={14} /> : <Maximize size={14} />}
              aria-label={expanded ? 'Shrink panel' : 'Expand panel'}
              onClick={() => onExpand(!expanded)}
            />
          )}
          <Button look="minimal" icon={<Cross />} aria-label="Close" onClick={onClose} />
        </div>
        {facts === undefined ? null : <div className="side-panel-facts tabular">{facts}</div>}
      </div>
      <div className="side-panel-body">
        <PartBoundary name={title}>{children}</PartBoundary>
      </div>
    </aside>
  )
}
