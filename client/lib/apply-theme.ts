import { usePreferences } from './preferences.ts'

/** Keeps the document's theme and row height on what the person prefers, or the system where they leave it to that. */
export const applyTheme = () => {
  const prefersLight = window.matchMedia('(prefers-color-scheme: light)')
  const apply = () => {
    const { theme, rowHeight } = usePreferences.getState()
    const system = prefersLight.matches ? 'light' : 'dark'
    const shown = theme === 'system' ? system : theme
    document.documentElement.dataset['theme'] = shown
    document.documentElement.dataset['rows'] = rowHeight
    document.body.classList.toggle('bp6-dark', shown === 'dark')
  }
  apply()
  prefersLight.addEventListener('change', apply)
  usePreferences.subscribe(apply)
}
