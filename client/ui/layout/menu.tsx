import type { MenuDividerProps, MenuItemProps, MenuProps } from '@blueprintjs/core'
import { useOnDemand } from '#client/lib/browser/on-demand.ts'
import { floating } from './floating.ts'

export function Menu(props: MenuProps) {
  const parts = useOnDemand(floating)
  return parts === null ? null : <parts.Menu {...props} />
}

export function MenuItem(props: MenuItemProps & React.AnchorHTMLAttributes<HTMLAnchorElement>) {
  const parts = useOnDemand(floating)
  return parts === null ? null : <parts.MenuItem {...props} />
}

export function MenuDivider(props: MenuDividerProps) {
  const parts = useOnDemand(floating)
  return parts === null ? null : <parts.MenuDivider {...props} />
}
