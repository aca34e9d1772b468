import { PopoverNext, PopupKind, Tooltip } from '@blueprintjs/core'
import { useImperativeHandle } from 'react'

export { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'

export type Placement = 'bottom-start' | 'bottom-end' | 'right-start' | 'right-end' | 'top-end'
export type PopupRole = 'menu' | 'dialog' | 'listbox'

/** Blueprint needs a ref to a target; this one is rendered elsewhere. */
function Target({ element, ref }: { readonly element: HTMLElement; readonly ref: React.Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

interface FloatingProps {
  readonly target: HTMLElement
  readonly isOpen: boolean
  readonly onInteraction: (isOpen: boolean) => void
}

interface PopupProps extends FloatingProps {
  readonly content: React.JSX.Element
  readonly placement: Placement
  readonly kind: PopupRole
}

const popupKinds = { menu: PopupKind.MENU, dialog: PopupKind.DIALOG, listbox: PopupKind.LISTBOX }

export function Popup({ target, content, placement, kind, isOpen, onInteraction }: PopupProps) {
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={onInteraction}
      content={content}
      placement={placement}
      popupKind={popupKinds[kind]}
      arrow={false}
      animation="minimal"
      transitionDuration={0}
      middleware={{ offset: { mainAxis: 4 } }}
      renderTarget={({ ref }) => <Target ref={ref} element={target} />}
    />
  )
}

export function Hint({ target, text, isOpen, onInteraction }: FloatingProps & { readonly text: string }) {
  return (
    <Tooltip
      isOpen={isOpen}
      onInteraction={onInteraction}
      content={text}
      placement="bottom"
      compact
      minimal
      renderTarget={({ ref }) => <Target ref={ref} element={target} />}
    />
  )
}
