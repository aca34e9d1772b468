import { areas } from './navigation.ts'
import { routes } from '#client/lib/routes.ts'

export interface Shortcut {
  readonly keys: readonly string[]
  /** Pressed one after the other instead of together. */
  readonly inTurn?: boolean
  readonly does: string
}

/** The second letter after G, and where it leads. */
export const goTo: Readonly<Record<string, string>> = {
  d: routes.topology,
  h: routes.health,
  i: routes.incidents,
  c: routes.catalog,
  l: routes.logs,
  p: routes.playbooks,
  n: routes.notifications,
}

const letterOf = (href: string) => Object.keys(goTo).find((letter) => goTo[letter] === href) ?? ''

/** What the keyboard sheet lists: the keys that work on every page. */
export const shortcutGroups: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['/'], does: 'Search on this page' },
      { keys: ['R'], does: 'Refresh' },
      { keys: ['B'], does: 'Collapse sidebar' },
      { keys: ['?'], does: 'Keyboard shortcuts' },
      { keys: ['Esc'], does: 'Close, leave, deselect' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: [...areas, { name: 'Notifications', href: routes.notifications }].map(({ name, href }) => ({
      keys: ['G', letterOf(href).toUpperCase()],
      inTurn: true,
      does: name,
    })),
  },
]
