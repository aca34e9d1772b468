import { KeyCommand, Settings } from '@blueprintjs/icons'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useOutage } from '#client/api/outage.ts'
import { sidebarAutoCollapseWidth, sidebarMinWidth } from '#client/lib/browser/layout.ts'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { useLiveState } from '#client/live/use-live-state.ts'
import type { DigestArea } from '#client/live/absence/digest-area.ts'
import { LiveStatus } from '#client/ui/feedback/live-status.tsx'
import { PageFrameContext } from '#client/ui/layout/page-frame.ts'
import type { AccountTools } from './account-tools.ts'
import { Attention } from './attention.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Digest } from './digest/digest.tsx'
import type { ResourceActions } from './palette/palette-actions.tsx'
import { PaletteEntry } from './palette-entry.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBarTools } from './top-bar-tools.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'

const NavigationDrawer = lazy(async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer }))
const KeyboardModal = lazy(async () => ({ default: (await import('./keyboard-modal.tsx')).KeyboardModal }))
const KubeconfigModal = lazy(async () => ({ default: (await import('./kubeconfig-modal.tsx')).KubeconfigModal }))
const PreferencesModal = lazy(async () => ({ default: (await import('./preferences-modal.tsx')).PreferencesModal }))

type ShellDialog = 'keyboard' | 'kubeconfig' | 'palette' | 'preferences'

const toggleSidebar = () => setPreferences({ sidebarCollapsed: !usePreferences.getState().sidebarCollapsed })

const useAutoCollapse = (active: boolean) => {
  const column = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!active) return undefined
    const handlePointerDown = (event: PointerEvent) => {
      const inside = event.target instanceof Node && column.current?.contains(event.target)
      if (inside && window.innerWidth < sidebarAutoCollapseWidth) setPreferences({ sidebarCollapsed: true })
    }
    document.addEventListener('pointerdown', handlePointerDown)
    return () => document.removeEventListener('pointerdown', handlePointerDown)
  }, [active])
  return column
}

function PageLiveStatus() {
  const { state, observedAtMs, sinceMs, reason } = useLiveState()
  // A page without live rows still fails to load what it shows.
  const outage = useOutage()
  const liveness = state === 'live' && outage !== null ? 'stale' : state
  return (
    <LiveStatus
      liveness={liveness}
      observedAtMs={observedAtMs}
      sinceMs={liveness === state ? sinceMs : null}
      reason={reason ?? outage ?? undefined}
    />
  )
}

const live = <PageLiveStatus />

interface ShellProps {
  readonly note?: React.ReactNode
  readonly digestAreas: readonly DigestArea[]
  readonly account?: AccountTools | undefined
  readonly resourceActions: ResourceActions
  readonly children: React.ReactNode
}

/** Without rows the link leads to the content. */
const focusTable = (event: React.MouseEvent) => {
  const target = document.querySelector<HTMLElement>('main :is(.ag-cell, tbody a, tbody button)')
  if (target === null) return
  event.preventDefault()
  target.focus()
}

function SkipLinks() {
  return (
    <>
      <a className="shell-skip" href="#main">
        Skip to content
      </a>
      <a className="shell-skip" href="#main" onClick={focusTable}>
        Skip to table
      </a>
    </>
  )
}

export function Shell({ note, digestAreas, account, resourceActions, children }: ShellProps) {
  const collapsed = usePreferences((preferences) => preferences.sidebarCollapsed)
  const narrow = useWindowWidth() < sidebarMinWidth
  const [location] = useLocation()
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const column = useAutoCollapse(!collapsed && !narrow)
  const openKeyboard = useCallback(() => setDialog('keyboard'), [])
  const openPalette = useCallback(() => setDialog('palette'), [])
  const closeDialog = useCallback(() => setDialog(null), [])
  useShortcuts({ onKeyboard: openKeyboard, onPalette: openPalette, onToggleSidebar: toggleSidebar })

  const open = (next: ShellDialog) => {
    setDrawerAt(null)
    setDialog(next)
  }
  const frame = useMemo(() => ({ bar, live }), [bar])
  const drawerFoot = (
    <>
      <button type="button" className="sidebar-entry" onClick={() => open('preferences')}>
        <Settings /> Preferences
      </button>
      <button type="button" className="sidebar-entry" onClick={() => open('keyboard')}>
        <KeyCommand /> Keyboard shortcuts
      </button>
    </>
  )
  return (
    <div className="shell">
      <SkipLinks />
      {narrow ? (
        <Suspense>
          <NavigationDrawer isOpen={drawerAt === location} onClose={() => setDrawerAt(null)}>
            <Sidebar collapsed={false} foot={drawerFoot} />
          </NavigationDrawer>
        </Suspense>
      ) : (
        <Sidebar collapsed={collapsed} onToggle={toggleSidebar} />
      )}
      <div ref={column} className="shell-column">
        <header className="page-bar">
          <div ref={setBar} className="shell-page-bar" />
          <TopBarTools
            narrow={narrow}
            account={account}
            onKeyboard={openKeyboard}
            onKubeconfig={() => setDialog('kubeconfig')}
            onPalette={openPalette}
          />
        </header>
        {note}
        {bar === null ? null : <PageFrameContext value={frame}>{children}</PageFrameContext>}
        {narrow ? <BottomBar onMenu={() => setDrawerAt(location)} /> : null}
      </div>
      <Attention />
      <Digest areas={digestAreas} />
      <Suspense>
        {dialog === 'keyboard' ? <KeyboardModal onClose={closeDialog} /> : null}
        {dialog === 'kubeconfig' ? <KubeconfigModal onClose={closeDialog} /> : null}
        {dialog === 'preferences' ? <PreferencesModal onClose={closeDialog} /> : null}
      </Suspense>
      {dialog === 'palette' ? (
        <PaletteEntry
          shell={{
            onKeyboard: openKeyboard,
            onKubeconfig: () => setDialog('kubeconfig'),
            onPreferences: () => setDialog('preferences'),
            onToggleSidebar: toggleSidebar,
          }}
          actions={resourceActions}
          onClose={closeDialog}
        />
      ) : null}
    </div>
  )
}
