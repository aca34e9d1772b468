import { onTestFinished } from 'vitest'

/** Sets the page's backend until the test ends; without one it is the embedded backend. */
export const setBackend = (backend: 'embedded' | 'remote'): void => {
  document.head.querySelector('meta[name=backend]')?.remove()
  const meta = document.createElement('meta')
  meta.name = 'backend'
  meta.content = backend
  document.head.append(meta)
  onTestFinished(() => meta.remove())
}
