import { Drawer } from '@blueprintjs/core'

interface NavigationDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: React.ReactNode
}

export function NavigationDrawer({ isOpen, onClose, children }: NavigationDrawerProps) {
  return (
    <Drawer
      className="shell-drawer"
      position="left"
      size="min(18rem, 86vw)"
      transitionDuration={0}
      isOpen={isOpen}
      aria-label="Navigation"
      onClose={onClose}
    >
      {children}
    </Drawer>
  )
}
