import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DownloadLink } from '#client/ui/download-link.tsx'
import { setAuthTransport } from '#client/api/auth-transport.ts'
import { useDownload } from '#client/api/use-download.ts'

const meta = document.createElement('meta')
const saved: { readonly name: string; readonly bytes: Promise<string> }[] = []
const sent: { readonly url: string; readonly authorization: string | null }[] = []
let respond: () => Response

beforeEach(() => {
  saved.length = 0
  sent.length = 0
  meta.name = 'auth-mode'
  meta.content = 'hosted'
  document.head.prepend(meta)
  respond = () => new Response('line 1\n', { headers: { 'content-disposition': 'attachment; filename="a1.log"' } })
  setAuthTransport({ token: async () => 'the token', toUrl: (path) => `https://n.example.org${path}` })
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    sent.push({ url, authorization: new Headers(headers).get('authorization') })
    return respond()
  })
  let bytes = Promise.resolve('')
  URL.createObjectURL = (blob) => {
    if ('text' in blob) bytes = blob.text()
    return 'blob:1'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, bytes })
  })
})
afterEach(() => {
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name)
  meta.remove()
  setAuthTransport({ token: async () => null, toUrl: (path) => path })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function File({ name }: { readonly name?: string }) {
  return <DownloadLink {...useDownload('/api/playbook/run/action/a1/log/text', name)} />
}
const client = () => new QueryClient()
const show = (name?: string, queryClient = client()) =>
  render(
    <QueryClientProvider client={queryClient}>
      <File {...(name !== undefined && { name })} />
    </QueryClientProvider>,
  )

test('hosted mode requests a file with the token and saves it under the name in the response', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(sent).toEqual([
    { url: 'https://n.example.org/api/playbook/run/action/a1/log/text', authorization: 'Bearer the token' },
  ])
  expect([saved[0]?.name, await saved[0]?.bytes]).toEqual(['a1.log', 'line 1\n'])
})

test('a given name is used; a failed request saves nothing and shows an error', async () => {
  const handleFailure = vi.fn<(message: string) => void>()
  const queryClient = client()
  queryClient.getMutationCache().config.onError = (error) => handleFailure(error.message)
  show('report.json', queryClient)
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['report.json']))
  respond = () => Response.json({ error: 'You are not allowed to read playbook_runs.' }, { status: 403 })
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await vi.waitFor(() => expect(handleFailure).toHaveBeenCalledWith('You are not allowed to read playbook_runs.'))
  expect(saved).toHaveLength(1)
})

test.each(['standalone', 'identity'])('in %s mode it is a plain link, requested with cookies', (mode) => {
  meta.content = mode
  show('report.json')
  const link = screen.getByRole('link', { name: 'Download' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    '/api/playbook/run/action/a1/log/text',
    'report.json',
  ])
})
