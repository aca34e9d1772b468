import { Menu as MenuIcon } from '@blueprintjs/icons'
import { Link, useLocation } from 'wouter'
import { routes } from '#client/lib/address/routes.ts'
import { AttentionCount } from './attention.tsx'
import { isWithin } from './navigation.ts'
import { useNavigation } from './use-navigation.ts'
import './bottom-bar.css'

/** The tasks of a phone: find failures, follow incidents and runs. */
const offered: ReadonlySet<string> = new Set([routes.topology, routes.health, routes.incidents, routes.playbooks])

export function BottomBar({ onMenu }: { readonly onMenu: () => void }) {
  const [location] = useLocation()
  const areas = useNavigation()?.areas.filter(({ href }) => offered.has(href)) ?? []
  return (
    <nav className="bottom-bar" aria-label="Areas">
      {areas.map((area) => (
        <div key={area.href} className="bottom-bar-area">
          <Link
            className="bottom-bar-entry"
            href={area.href}
            aria-current={isWithin(location, area.href) ? 'page' : undefined}
          >
            <area.icon />
            {area.name}
          </Link>
          <AttentionCount page={area.href} />
        </div>
      ))}
      <div className="bottom-bar-area">
        <button type="button" className="bottom-bar-entry" onClick={onMenu}>
          <MenuIcon />
          Menu
        </button>
      </div>
    </nav>
  )
}
