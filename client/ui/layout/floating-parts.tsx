import { PopoverNext, PopupKind, Tooltip } from '@blueprintjs/core'
import { useEffect, useImperativeHandle, useRef } from 'react'

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

const listItems = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>(itemSelector) ?? [])]

interface MenuKeysProps {
  readonly target: HTMLElement
  readonly children: React.JSX.Element
}

/** Blueprint focuses an invisible element before the menu, and its menus have no arrow keys. */
function MenuKeys({ target, children }: MenuKeysProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.current?.contains(document.activeElement) === true) return
    const items = listItems(list.current)
    const chosen = items.find((item) => item.getAttribute('aria-selected') === 'true')
    ;(chosen ?? items[0])?.focus({ preventScroll: true })
  }, [])
  const handleKeyDown = (event: React.KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape') target.querySelector<HTMLElement>('button, a')?.focus()
    const items = listItems(list.current)
    const at = items.findIndex((item) => item === document.activeElement)
    if (at === -1) return
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
    if (next === undefined) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its items have the focus; their keys bubble
    <div ref={list} onKeyDown={handleKeyDown}>
      {children}
    </div>
  )
}

const popupKinds = { menu: PopupKind.MENU, dialog: PopupKind.DIALOG, listbox: PopupKind.LISTBOX }

export function Popup({ target, content, placement, kind, isOpen, onInteraction }: PopupProps) {
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={onInteraction}
      content={kind === 'dialog' ? content : <MenuKeys target={target}>{content}</MenuKeys>}
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
