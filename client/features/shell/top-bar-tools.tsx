import { Help, KeyCommand, Manual, Notifications, Search, Settings, Tick } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { routes } from '#client/lib/address/routes.ts'
import { setPreferences } from '#client/lib/browser/preferences.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import type { AccountTools } from './account-tools.ts'
import { paletteKeys } from './shortcuts.ts'
import { UserMenu } from './user-menu.tsx'
import './top-bar-tools.css'

const PreferencesForm = lazy(async () => ({ default: (await import('./preferences-form.tsx')).PreferencesForm }))

interface TopBarToolsProps {
  readonly narrow: boolean
  readonly account?: AccountTools | undefined
  readonly onKeyboard: () => void
  readonly onKubeconfig: () => void
  readonly onPalette: () => void
}

function HelpMenu({ onKeyboard }: { readonly onKeyboard: () => void }) {
  const [, navigate] = useLocation()
  const canCreate = useAllows()('canaries', 'create')
  return (
    <Menu>
      <MenuItem
        icon={<Manual />}
        text="Docs"
        href={routes.docs}
        onClick={(event) => {
          event.preventDefault()
          navigate(routes.docs)
        }}
      />
      {canCreate ? (
        <MenuItem
          icon={<Tick />}
          text="First steps"
          onClick={() => {
            setPreferences({ firstSteps: 'shown' })
            navigate(routes.topology)
          }}
        />
      ) : null}
      <MenuItem icon={<KeyCommand />} text="Keyboard shortcuts" label="?" onClick={onKeyboard} />
    </Menu>
  )
}

function Bell() {
  const { allowed } = useAllowed('read', 'notifications', { object: 'database.monitor' })
  if (!allowed) return null
  return (
    <Link
      className="bp6-button bp6-minimal"
      href={routes.notifications}
      aria-label="Notifications"
      title="Notifications"
    >
      <Notifications />
    </Link>
  )
}

export function TopBarTools({ narrow, account, onKeyboard, onKubeconfig, onPalette }: TopBarToolsProps) {
  const session = useSession()
  const preferences = (
    <Suspense fallback={<div className="top-bar-loading" />}>
      <PreferencesForm />
    </Suspense>
  )
  return (
    <div className="top-bar-tools">
      {narrow ? null : <span className="top-bar-line" />}
      <Button
        look="minimal"
        icon={<Search />}
        aria-label="Find or do"
        tooltip={`Find or do (${paletteKeys})`}
        onClick={onPalette}
      />
      <Bell />
      {narrow ? null : (
        <>
          <Popover placement="bottom-end" kind="dialog" content={preferences}>
            <Button look="minimal" icon={<Settings />} aria-label="Preferences" />
          </Popover>
          <Popover placement="bottom-end" content={<HelpMenu onKeyboard={onKeyboard} />}>
            <Button look="minimal" icon={<Help />} aria-label="Help" />
          </Popover>
        </>
      )}
      {account?.({ onKubeconfig }) ?? (
        <Popover placement="bottom-end" content={<UserMenu onKubeconfig={onKubeconfig} />}>
          <Button
            look="minimal"
            icon={session === undefined ? <span className="avatar" /> : <Avatar person={session.user} />}
            aria-label={session === undefined ? 'User' : `User ${session.user.name}`}
          />
        </Popover>
      )}
    </div>
  )
}
