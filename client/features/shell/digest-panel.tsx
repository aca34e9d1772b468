import { Cross } from '@blueprintjs/icons'
import { useId } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isOverlaid, isTyping } from '#client/lib/browser/key-target.ts'
import { useKeyDown } from '#client/lib/browser/use-key-down.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import './digest-panel.css'

interface PanelLine {
  readonly key: string
  readonly state: State
  readonly stale: boolean
  readonly name: string
  readonly text: string
  readonly when: string
  readonly href: string
  readonly onOpen?: () => void
}

interface DigestPanelProps {
  readonly title: string
  readonly caption: string
  readonly notes: readonly { readonly key: string; readonly text: string }[]
  readonly lines: readonly PanelLine[]
  readonly actions?: React.ReactNode
  readonly onClose: () => void
}

const notesShown = 3

const useEscape = (onClose: () => void) =>
  useKeyDown(
    (event) => {
      if (event.key !== 'Escape' || isOverlaid() || isTyping(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      onClose()
    },
    { capture: true },
  )

/** Modified clicks keep the browser's behaviour and follow the link. */
const handleLine = (onOpen: (() => void) | undefined) => (event: React.MouseEvent) => {
  if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  onOpen()
}

export function DigestPanel({ title, caption, notes, lines, actions, onClose }: DigestPanelProps) {
  const titleId = useId()
  useEscape(onClose)
  return (
    <aside className="digest" aria-labelledby={titleId}>
      <div className="digest-head">
        <div role="status">
          <h2 id={titleId}>{title}</h2>
          <p className="tabular">{caption}</p>
        </div>
        <Button look="minimal" small icon={<Cross size={14} />} aria-label="Close summary" onClick={onClose} />
      </div>
      {notes.length === 0 ? null : (
        <div className="digest-notes tabular">
          <StateMark state="warning" label="" />
          <ul>
            {notes.slice(0, notesShown).map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
            {notes.length > notesShown ? <li>And {formatCount(notes.length - notesShown, 'more gap')}.</li> : null}
          </ul>
        </div>
      )}
      <ul className="digest-lines">
        {lines.map(({ key, state, stale, name, text, when, href, onOpen }) => (
          <li key={key}>
            <Link href={href} onClick={handleLine(onOpen)}>
              <StateMark state={state} stale={stale} />
              <span className="digest-text" title={`${name} ${text}`}>
                <b>{name}</b> <span>{text}</span>
              </span>
              <span className="digest-when tabular">{when}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="digest-foot">
        <span>Stays until closed</span>
        {actions}
      </div>
    </aside>
  )
}
