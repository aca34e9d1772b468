import { Bookmark, ChevronDown, ChevronRight, PanelStats, People, Settings } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useViews } from '#client/domain/views/views-api.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { viewHref } from '#client/lib/address/view-address.ts'
import { Brand } from '#client/ui/brand.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { Skeleton, SkeletonBar } from '#client/ui/feedback/skeleton.tsx'
import { AttentionCount } from './attention.tsx'
import { isWithin, type NavigationEntry } from './navigation.ts'
import { useNavigation } from './use-navigation.ts'
import './sidebar.css'

function EntryLink({ entry, icon }: { readonly entry: NavigationEntry; readonly icon?: React.ReactNode }) {
  const [location] = useLocation()
  return (
    <Link
      className="sidebar-entry"
      href={entry.href}
      title={entry.name}
      aria-current={isWithin(location, entry.href) ? 'page' : undefined}
    >
      {icon}
      <span className="sidebar-name">{entry.name}</span>
    </Link>
  )
}

function SettingsLinks({ entries }: { readonly entries: readonly NavigationEntry[] }) {
  return (
    <ul className="sidebar-settings" aria-label="Settings">
      {entries.map((entry) => (
        <li key={entry.href}>
          <EntryLink entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function SettingsPopover({ entries }: { readonly entries: readonly NavigationEntry[] }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      placement="right-start"
      isOpen={open}
      onInteraction={setOpen}
      content={
        // A chosen entry closes the popover; the key that chooses a link fires a click.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div className="sidebar-popover" onClick={() => setOpen(false)}>
          <b>Settings</b>
          <SettingsLinks entries={entries} />
        </div>
      }
    >
      <button type="button" className="sidebar-entry" title="Settings" aria-label="Settings">
        <Settings />
      </button>
    </Popover>
  )
}

function SettingsMenu({ entries }: { readonly entries: readonly NavigationEntry[] }) {
  const [location] = useLocation()
  const [open, setOpen] = useState(isWithin(location, routes.settings))
  return (
    <>
      <button type="button" className="sidebar-entry" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Settings />
        <span className="sidebar-name">Settings</span>
        <span className="sidebar-twist">{open ? <ChevronDown size={12} /> : <ChevronRight size={12} />}</span>
      </button>
      {open ? <SettingsLinks entries={entries} /> : null}
    </>
  )
}

function SidebarViews() {
  const [location] = useLocation()
  const query = useQueryParams().toString()
  const views = useViews() ?? []
  if (views.length === 0) return null
  return (
    <section className="sidebar-views" aria-labelledby="sidebar-views">
      <h2 id="sidebar-views">Views</h2>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Link
              className="sidebar-entry"
              href={viewHref(view)}
              title={view.isShared ? `${view.name}, shared by ${view.owner.name}` : view.name}
              aria-current={location === view.page && query === view.query ? 'page' : undefined}
            >
              {view.isShared ? <People size={14} /> : <Bookmark size={14} />}
              <span className="sidebar-name cut">{view.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const skeletonWidths = ['5.5rem', '3.5rem', '4.5rem', '4rem', '2.5rem', '5rem']

function SidebarSkeleton() {
  return (
    <Skeleton label="Loading navigation">
      {skeletonWidths.map((width) => (
        <span key={width} className="sidebar-entry">
          <SkeletonBar width="1rem" />
          <span className="sidebar-name">
            <SkeletonBar width={width} />
          </span>
        </span>
      ))}
    </Skeleton>
  )
}

interface SidebarProps {
  readonly collapsed: boolean
  readonly onToggle?: () => void
  readonly foot?: React.ReactNode
}

export function Sidebar({ collapsed, onToggle, foot }: SidebarProps) {
  const navigation = useNavigation()
  return (
    <nav className="sidebar" aria-label="Main" data-collapsed={collapsed ? '' : undefined}>
      <Link className="sidebar-brand" href={routes.home} aria-label="Quarterdeck, home">
        <Brand />
        <span className="sidebar-name">Quarterdeck</span>
      </Link>
      {navigation === undefined ? (
        <SidebarSkeleton />
      ) : (
        <ul className="sidebar-areas">
          {navigation.areas.map((area) => (
            <li key={area.href} className="sidebar-area">
              <EntryLink entry={area} icon={<area.icon />} />
              <AttentionCount page={area.href} />
            </li>
          ))}
          {navigation.settings.length === 0 ? null : (
            <li>
              {collapsed ? (
                <SettingsPopover entries={navigation.settings} />
              ) : (
                <SettingsMenu entries={navigation.settings} />
              )}
            </li>
          )}
        </ul>
      )}
      {navigation === undefined || collapsed ? null : <SidebarViews />}
      <div className="sidebar-foot">
        {foot}
        {onToggle && (
          <button
            type="button"
            className="sidebar-entry"
            aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            title={collapsed ? 'Expand sidebar' : undefined}
            onClick={onToggle}
          >
            <PanelStats />
            <span className="sidebar-name">Collapse</span>
          </button>
        )}
      </div>
    </nav>
  )
}
