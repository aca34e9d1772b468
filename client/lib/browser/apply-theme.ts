import { usePreferences } from './preferences.ts'

type Shown = 'dark' | 'light'

const lightPreferred = () => window.matchMedia('(prefers-color-scheme: light)')

let forced: Shown | null = null

const apply = () => {
  const { theme, rowHeight } = usePreferences.getState()
  const system = lightPreferred().matches ? 'light' : 'dark'
  const shown = forced ?? (theme === 'system' ? system : theme)
  document.documentElement.dataset['theme'] = shown
  document.documentElement.dataset['rows'] = rowHeight
  document.body.classList.toggle('bp6-dark', shown === 'dark')
}

/** Keeps the document's theme and row height on what the person prefers, or the system where they leave it to that. */
export const applyTheme = () => {
  apply()
  lightPreferred().addEventListener('change', apply)
  usePreferences.subscribe(apply)
}

/** Shows a theme whatever the person prefers, as a wall does by its set-up; null goes back to the preference. */
export const forceTheme = (theme: Shown | null) => {
  forced = theme
  apply()
}
