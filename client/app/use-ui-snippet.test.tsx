import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Property } from '#shared/settings/feature-flags.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { useUiSnippet } from './use-ui-snippet.ts'

const meta = document.createElement('meta')
afterEach(() => meta.remove())

const called = vi.fn<(context: object) => void>()
const load = vi.fn<() => Promise<unknown>>(async () => ({ default: called }))
function Page() {
  useUiSnippet(load)
  return null
}
const show = (source: string) => {
  const properties: Property[] = [{ name: 'flanksource.ui.snippets', value: 'x', source }]
  return render(
    <WithConsole roles={['viewer']} properties={properties}>
      <Page />
    </WithConsole>,
  )
}

test('runs a local snippet once, with the signed-in person, and no other snippet [PERM-61]', async () => {
  show('db')
  meta.name = 'user-accounts'
  meta.content = 'backend'
  document.head.append(meta)
  show('local')
  expect(load).not.toHaveBeenCalled()
  meta.remove()
  show('local')
  show('local')
  const user = { id: '1', name: 'Mara Lindqvist', email: 'mara@northwind.example', avatar: null }
  await vi.waitFor(() => expect(called.mock.calls).toEqual([[{ user, organization: null }]]))
  expect(load).toHaveBeenCalledOnce()
})
