import { onTestFinished } from 'vitest'

/**
 * Adds properties to the navigator until the test ends. A copy of the navigator in its place would break modules that are
 * loaded meanwhile: its getters accept only itself.
 */
export const stubNavigator = (properties: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { value, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, name))
  }
}
