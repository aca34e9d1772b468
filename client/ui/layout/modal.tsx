import { Dialog } from '@blueprintjs/core'
import { Cross, Maximize, Minimize } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { useKeyDown } from '#client/lib/browser/use-key-down.ts'
import { startInFirstField } from '#client/lib/browser/focus-first-field.ts'
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

/**
 * Escape must also work while the focus is outside, for example after the focused element was removed. Ctrl-Enter presses
 * the main button.
 */
const useModalKeys = (onClose: () => void) => {
  const head = useRef<HTMLDivElement>(null)
  useKeyDown((event) => {
    const { key, target, ctrlKey, metaKey } = event
    if ([...document.querySelectorAll('.modal-head')].at(-1) !== head.current) return
    const isOutside = target instanceof Element && target.closest('.bp6-portal') === null
    if (key === 'Escape' && isOutside) onClose()
    // Blueprint prevents the default of its buttons; of anything else, a form inside has handled the key.
    const isHandled = event.defaultPrevented && !(target instanceof Element && target.closest('button') !== null)
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isHandled || event.repeat) return
    event.preventDefault()
    head.current?.parentElement?.querySelector<HTMLElement>(mainButton)?.click()
  })
  return head
}

/** A danger that is not the last button, such as Remove, is not what a dialog is for. */
const mainButton = ':scope > .modal-foot :is(.bp6-intent-primary, .bp6-intent-danger:last-child)'

const buttons = '.modal-foot .bp6-button, .modal:not(:has(> .modal-foot)) .modal-head-end .bp6-button'

/**
 * Blueprint focuses an empty element before the dialog, where typed text is lost.
 * Without a field the first button is focused: the one that leaves, since a second Enter must not confirm.
 */
const useInitialFocus = () => {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = body.current?.closest('.modal')
    if (dialog?.contains(document.activeElement) === true) return
    startInFirstField(body.current, dialog?.querySelector<HTMLElement>(buttons))
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
  const headRef = useModalKeys(onClose)
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
