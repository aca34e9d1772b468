import { use, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useKeyDown } from '#client/lib/browser/use-key-down.ts'
import { isOverlaid, isTyping } from '#client/lib/browser/key-target.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { NavigationContext } from './navigation.ts'

const secondLetterMs = 1_500

interface ShortcutActions {
  readonly onKeyboard: () => void
  readonly onPalette: () => void
  readonly onToggleSidebar: () => void
}

export const useShortcuts = ({ onKeyboard, onPalette, onToggleSidebar }: ShortcutActions) => {
  useKeyDown((event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.defaultPrevented || event.shiftKey || event.altKey || isOverlaid()) return
    event.preventDefault()
    onPalette()
  })
  const on = usePreferences((preferences) => preferences.singleLetterShortcuts)
  const { letterShortcuts } = use(NavigationContext)
  useEffect(() => {
    if (!on) return undefined
    let wentAt = -Infinity
    const press: Readonly<Record<string, () => void>> = {
      '?': onKeyboard,
      b: onToggleSidebar,
      r: () => document.querySelector<HTMLElement>('.page-refresh')?.click(),
      // The topmost open element comes last in the document.
      i: () => [...document.querySelectorAll<HTMLElement>('.link-to-incident')].at(-1)?.click(),
      '/': () => document.querySelector<HTMLElement>('main .search-input input')?.focus(),
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isOverlaid()) return
      const isSecond = event.timeStamp - wentAt < secondLetterMs
      wentAt = event.key === 'g' ? event.timeStamp : -Infinity
      const destination = isSecond ? letterShortcuts.find(({ letter }) => letter === event.key)?.href : undefined
      const action = destination === undefined ? press[event.key] : () => navigate(destination)
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [on, letterShortcuts, onKeyboard, onToggleSidebar])
}
