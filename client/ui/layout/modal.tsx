import { Dialog } from '@blueprintjs/core'
import { Cross, Maximize, Minimize } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { Button } from '#client/ui/button.tsx'
import { PartBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { modalWidth, type ModalSize } from './modal-width.ts'
import { useReturnedFocus } from './use-returned-focus.ts'
import './modal.css'

interface ModalProps {
  readonly title: string
  readonly size?: ModalSize
  readonly widthMax?: number
  readonly head?: React.ReactNode
  readonly foot?: React.ReactNode
  readonly onClose: () => void
  readonly children: React.ReactNode
}

/** Escape must also work while the focus is outside, for example after the focused element was removed. */
const useEscapeFromOutside = (onClose: () => void) => {
  const head = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const handleKey = ({ key, target }: KeyboardEvent) => {
      const isOutside = target instanceof Element && target.closest('.bp6-portal') === null
      const topmost = [...document.querySelectorAll('.modal-head')].at(-1)
      if (key === 'Escape' && isOutside && topmost === head.current) close()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  return head
}

const fields =
  'input:not([type=hidden], [type=checkbox], [type=radio], :disabled), textarea:not(:disabled), select:not(:disabled)'
const buttons = '.modal-foot .bp6-button, .modal:not(:has(> .modal-foot)) .modal-head-end .bp6-button'

/**
 * Blueprint focuses an empty element before the dialog, where typed text is lost. On a phone a keyboard would cover it.
 * Without a field the first button is focused: the one that leaves, since a second Enter must not confirm.
 */
const useInitialFocus = () => {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = body.current?.closest('.modal')
    if (dialog?.contains(document.activeElement) === true || window.matchMedia('(pointer: coarse)').matches) return
    const [field, button] = [
      body.current?.querySelector<HTMLElement>(fields),
      dialog?.querySelector<HTMLElement>(buttons),
    ]
    ;(field ?? button)?.focus()
  }, [])
  return body
}

function Body({ children }: { readonly children: React.ReactNode }) {
  return (
    <div ref={useInitialFocus()} className="modal-body">
      {children}
    </div>
  )
}

export function Modal({ title, size = 'medium', widthMax = Infinity, head, foot, onClose, children }: ModalProps) {
  const titleId = useId()
  const headRef = useEscapeFromOutside(onClose)
  useReturnedFocus()
  const windowWidth = useWindowWidth()
  const [shrunk, setShrunk] = useState(false)
  const width = Math.min(modalWidth(size === 'full' && shrunk ? 'large' : size, windowWidth), widthMax)
  return (
    <Dialog
      isOpen
      className={size === 'full' ? 'modal modal-full' : 'modal'}
      style={{ width }}
      aria-labelledby={titleId}
      transitionDuration={0}
      onClose={onClose}
    >
      <div ref={headRef} className="modal-head">
        <h2 id={titleId}>{title}</h2>
        {head}
        <div className="modal-head-end">
          {size === 'full' ? (
            <Button
              look="minimal"
              icon={shrunk ? <Maximize size={14} /> : <Minimize size={14} />}
              aria-label={shrunk ? 'Expand' : 'Shrink'}
              onClick={() => setShrunk(!shrunk)}
            />
          ) : null}
          <Button look="minimal" icon={<Cross />} aria-label="Close" onClick={onClose} />
        </div>
      </div>
      <Body>
        <PartBoundary name={title}>{children}</PartBoundary>
      </Body>
      {foot === undefined ? null : <div className="modal-foot">{foot}</div>}
    </Dialog>
  )
}
