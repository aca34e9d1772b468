import { Desktop, Download, Duplicate, KeyCommand, LogOut, Refresh, Settings, Tick } from '@blueprintjs/icons'
import { navigate } from 'wouter/use-browser-location'
import { flowPage } from '#shared/identity/flow-pages.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { routes } from '#client/lib/address/routes.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { copyWithToast } from '#client/ui/feedback/copy-with-toast.ts'
import { setPreferences, usePreferences, type Preferences } from '#client/lib/browser/preferences.ts'
import type { PaletteRow } from './palette-row.ts'

export interface ShellCommands {
  readonly onKeyboard: () => void
  readonly onKubeconfig: () => void
  readonly onPreferences: () => void
  readonly onToggleSidebar: () => void
}

const themeNames: Readonly<Record<Preferences['theme'], string>> = {
  dark: 'Dark theme',
  light: 'Light theme',
  system: 'Theme of the system',
}

const copyAddress = () => copyWithToast(window.location.href)

const openFirstSteps = () => {
  setPreferences({ firstSteps: 'shown' })
  navigate(routes.topology)
}

const refreshPage = () => document.querySelector<HTMLElement>('.page-refresh')?.click()

const command = (name: string, icon: React.ReactNode, act: () => void, detail = ''): PaletteRow => ({
  key: `command/${name}`,
  name,
  detail,
  icon,
  target: { act },
  hit: null,
})

export const useCommands = (shell: ShellCommands): readonly PaletteRow[] => {
  const { theme, rowHeight } = usePreferences()
  const canCreate = useAllows()('canaries', 'create')
  const otherThemes = (['dark', 'light', 'system'] as const).filter((each) => each !== theme)
  const otherRowHeight = rowHeight === 'compact' ? 'comfortable' : 'compact'
  const here = `${window.location.pathname}${window.location.search}`
  return [
    command('Copy link to this page', <Duplicate size={14} />, () => void copyAddress()),
    command('Refresh', <Refresh size={14} />, refreshPage, 'R'),
    ...otherThemes.map((each) =>
      command(themeNames[each], <Desktop size={14} />, () => setPreferences({ theme: each })),
    ),
    command(`${otherRowHeight === 'compact' ? 'Compact' : 'Comfortable'} rows`, <Desktop size={14} />, () =>
      setPreferences({ rowHeight: otherRowHeight }),
    ),
    command('Collapse or expand the sidebar', <Desktop size={14} />, shell.onToggleSidebar, 'B'),
    command('Preferences', <Settings size={14} />, shell.onPreferences),
    ...(canCreate ? [command('First steps', <Tick size={14} />, openFirstSteps)] : []),
    command('Keyboard shortcuts', <KeyCommand size={14} />, shell.onKeyboard, '?'),
    command('Download kubeconfig', <Download size={14} />, shell.onKubeconfig),
    ...(readAuthMode() === 'identity'
      ? [
          {
            ...command('Sign out', <LogOut size={14} />, () => undefined),
            target: { href: flowPage('logout', { return_to: here }) },
          },
        ]
      : []),
  ]
}
