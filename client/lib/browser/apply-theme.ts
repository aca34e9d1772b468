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

export const applyTheme = () => {
  apply()
  lightPreferred().addEventListener('change', apply)
  usePreferences.subscribe(apply)
}

export const forceTheme = (theme: Shown | null) => {
  forced = theme
  apply()
}
