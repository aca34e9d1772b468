import { PopoverNext, PopupKind } from '@blueprintjs/core'

interface PopoverProps {
  readonly content: React.JSX.Element
  /** One button that opens and closes it. */
  readonly children: React.ReactNode
  readonly placement?: 'bottom-start' | 'bottom-end' | 'right-start' | 'right-end' | 'top-end'
  readonly kind?: 'menu' | 'dialog' | 'listbox'
  readonly isOpen?: boolean
  readonly onInteraction?: (open: boolean) => void
}

const popupKinds = { menu: PopupKind.MENU, dialog: PopupKind.DIALOG, listbox: PopupKind.LISTBOX }

/** What opens below a button: at most one thing deep, closed by Escape, focus back on the button. */
export function Popover({ content, children, placement = 'bottom-start', kind = 'menu', ...controlled }: PopoverProps) {
  return (
    <PopoverNext
      {...controlled}
      content={content}
      placement={placement}
      popupKind={popupKinds[kind]}
      arrow={false}
      animation="minimal"
      transitionDuration={0}
      middleware={{ offset: { mainAxis: 4 } }}
    >
      {children}
    </PopoverNext>
  )
}
