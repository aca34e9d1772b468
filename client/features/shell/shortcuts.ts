import type { Navigation } from './navigation.ts'

interface Shortcut {
  readonly keys: readonly string[]
  readonly inTurn?: boolean
  readonly does: string
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
export const paletteKeys = isMac ? '⌘K' : 'Ctrl K'

export const shortcutGroups = (
  letterShortcuts: Navigation['letterShortcuts'],
): readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [paletteKeys], does: 'Find or do' },
      { keys: ['/'], does: 'Search on this page' },
      { keys: ['R'], does: 'Refresh' },
      { keys: ['J', 'K'], does: 'Next or previous row' },
      { keys: ['I'], does: 'Link the open item to an incident' },
      { keys: ['B'], does: 'Collapse sidebar' },
      { keys: ['?'], does: 'Keyboard shortcuts' },
      { keys: ['Esc'], does: 'Close, leave, deselect' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: letterShortcuts.map(({ letter, name }) => ({
      keys: ['G', letter.toUpperCase()],
      inTurn: true,
      does: name,
    })),
  },
]
