import { Download, LogOut, User } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { flowPage } from '#shared/identity/flow-pages.ts'
import { backendVersionQuery } from '#client/api/session/backend-version.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { frontendVersion } from '#client/lib/browser/frontend-version.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import './user-menu.css'

export function UserMenu({ onKubeconfig }: { readonly onKubeconfig: () => void }) {
  const session = useSession()
  const [location, navigate] = useLocation()
  const search = useQueryParams().toString()
  const here = search === '' ? location : `${location}?${search}`
  const { data: version } = useQuery(backendVersionQuery)
  return (
    <div className="user-menu">
      {session === undefined ? null : (
        <div className="user-menu-person">
          <Avatar person={session.user} />
          <div className="cut">
            <b>Hi, {session.user.name}</b>
            <div className="dim cut">{session.user.email}</div>
          </div>
        </div>
      )}
      <Menu>
        <MenuItem
          icon={<User />}
          text="Your Profile"
          href={routes.profile}
          onClick={(event) => {
            event.preventDefault()
            navigate(routes.profile)
          }}
        />
        <MenuItem icon={<Download />} text="Download kubeconfig" onClick={onKubeconfig} />
        {readAuthMode() === 'identity' ? (
          <MenuItem
            icon={<LogOut />}
            text="Sign out"
            href={flowPage('logout', { return_to: here })}
            onClick={(event) => {
              event.preventDefault()
              navigate(flowPage('logout', { return_to: here }))
            }}
          />
        ) : null}
        <MenuDivider />
      </Menu>
      <div className="user-menu-versions tabular">
        <span>frontend {frontendVersion}</span>
        <span>backend {version ?? 'NA'}</span>
      </div>
    </div>
  )
}
