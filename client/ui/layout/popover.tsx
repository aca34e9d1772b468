import { cloneElement, useState, type ButtonHTMLAttributes } from 'react'
import { useOnDemand } from '#client/lib/browser/on-demand.ts'
import { floating } from './floating.ts'
import type { Placement, PopupRole } from './floating-parts.tsx'

type TargetProps = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onKeyDown' | 'onPointerEnter' | 'onFocus'
>

interface PopoverProps {
  readonly content: React.JSX.Element
  readonly children: React.ReactElement<TargetProps>
  readonly placement?: Placement
  readonly kind?: PopupRole
  readonly isOpen?: boolean
  readonly onInteraction?: (open: boolean) => void
  /** Called when it is about to be opened, so that its content can be loaded. */
  readonly onApproach?: (() => void) | undefined
}

/** Do not nest more than one level. */
export function Popover({
  content,
  children,
  placement = 'bottom-start',
  kind = 'menu',
  isOpen: controlledOpen,
  onInteraction,
  onApproach,
}: PopoverProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOwnOpen, setOwnOpen] = useState(false)
  const isOpen = controlledOpen ?? isOwnOpen
  const setOpen = onInteraction ?? setOwnOpen
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const parts = useOnDemand(floating, isOpen)
  const { className } = children.props
  const approach = () => {
    floating.want()
    onApproach?.()
  }
  return (
    <>
      <span ref={setTarget} className="bp6-popover-target">
        {cloneElement(children, {
          'aria-haspopup': kind,
          'aria-expanded': isOpen,
          onClick: () => {
            onApproach?.()
            setOpen(!isOpen)
          },
          ...(kind !== 'dialog' && {
            onKeyDown: (event: React.KeyboardEvent) => {
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              setOpen(true)
            },
          }),
          onPointerEnter: approach,
          onFocus: approach,
          ...(isOpen && { className: className === undefined ? 'bp6-active' : `${className} bp6-active` }),
        })}
      </span>
      {parts !== null && target !== null && wasOpen ? (
        <parts.Popup
          target={target}
          content={content}
          placement={placement}
          kind={kind}
          isOpen={isOpen}
          onInteraction={setOpen}
        />
      ) : null}
    </>
  )
}
