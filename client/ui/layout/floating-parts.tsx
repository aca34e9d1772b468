import { PopoverNext, PopupKind, Tooltip } from '@blueprintjs/core'
import { useImperativeHandle, useRef } from 'react'

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

const itemSelector = ':is([role=menuitem], [role=menuitemradio], [role=option]):not([aria-disabled=true])'

const listItems = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(itemSelector)]

/** Blueprint focuses an invisible element before the menu. Items may load after the menu has opened. */
const startInMenu = (list: HTMLElement | null) => {
  if (list === null) return
  const start = () => {
    if (list.contains(document.activeElement)) return true
    const items = listItems(list)
    const chosen = items.find((item) => item.getAttribute('aria-selected') === 'true') ?? items[0]
    chosen?.focus({ preventScroll: true })
    return chosen !== undefined
  }
  if (start()) return
  const observer = new MutationObserver(() => {
    if (start()) observer.disconnect()
  })
  observer.observe(list, { childList: true, subtree: true })
}

const handleMenuKey = (event: React.KeyboardEvent<HTMLElement>) => {
  const items = listItems(event.currentTarget)
  const at = items.findIndex((item) => item === document.activeElement)
  if (at === -1) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}

const popupKinds = { menu: PopupKind.MENU, dialog: PopupKind.DIALOG, listbox: PopupKind.LISTBOX }

export function Popup({ target, content, placement, kind, isOpen, onInteraction }: PopupProps) {
  const menu = useRef<HTMLDivElement>(null)
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={onInteraction}
      content={
        kind === 'dialog' ? (
          content
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its items have the focus; their keys bubble
          <div ref={menu} onKeyDown={handleMenuKey}>
            {content}
          </div>
        )
      }
      // Not earlier: on closing, Blueprint returns the focus to what had it before.
      onOpened={() => startInMenu(menu.current)}
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
