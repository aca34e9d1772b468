import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, type FailureKind } from '#client/api/api-error.ts'
import { useToasts } from '#client/ui/toast-store.ts'
import { createQueryClient, handleFailure } from './query-client.ts'

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  document.head.innerHTML = ''
})

const said = () => useToasts.getState().toasts.map(({ kind, message }) => [kind, message])
const failure = (kind: FailureKind, message: string, status?: number) =>
  new ApiError({ kind, message, where: 'GET /api/x', status })
const queryFn = () => Promise.reject(failure('answered', 'no such canary', 404))
const signInBy = (mode: string) => {
  document.head.innerHTML = `<meta name="auth-mode" content="${mode}">`
  window.history.replaceState(null, '', '/catalog?type=Pod')
}

test('an answer is fresh for five minutes [API-06]', () => {
  expect(createQueryClient().getDefaultOptions().queries?.staleTime).toBe(300_000)
})

test('a request that was given up says nothing [ERR-38]', () => {
  handleFailure(failure('aborted', 'The request was given up.'), false)
  expect(said()).toEqual([])
})

test('a failed query of a page that shows no failure itself becomes a toast with its message', async () => {
  const client = createQueryClient()
  await client.fetchQuery({ queryKey: ['a'], queryFn }).catch(() => undefined)
  await client.fetchQuery({ queryKey: ['b'], queryFn, meta: { failsOnPage: true } }).catch(() => undefined)
  expect(said()).toEqual([['error', 'no such canary']])
})

test('a lost network becomes one toast, however many requests it meets', () => {
  for (const failsOnPage of [true, false, true])
    handleFailure(failure('network', 'Network Error. Please try again.'), failsOnPage)
  expect(said()).toEqual([['error', 'Network Error. Please try again.']])
})

test('what acts and fails is not done again by itself: not at once, and not when the network is back', async () => {
  const client = createQueryClient()
  client.mount()
  const act = vi.fn<() => Promise<never>>(() => Promise.reject(failure('network', 'Network Error. Please try again.')))
  const run = () => client.getMutationCache().build(client, { mutationFn: act }).execute(undefined)
  onlineManager.setOnline(false)
  await expect(run()).rejects.toThrow('Network Error')
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  await client.refetchQueries()
  expect(act).toHaveBeenCalledOnce()
  client.unmount()
})

test('a 401 leads to the sign-in, and back to this page with its query [ERR-01]', () => {
  signInBy('identity')
  handleFailure(failure('answered', 'unauthorized', 401), true)
  expect(window.location.pathname + window.location.search).toBe('/login?return_to=%2Fcatalog%3Ftype%3DPod')
})

test('a 401 leads to the state checker of the hosted provider [ERR-02]', () => {
  signInBy('hosted')
  handleFailure(failure('answered', 'unauthorized', 401), true)
  expect(window.location.pathname).toBe('/auth-state-checker')
})

test('a 401 without any sign-in is shown and leads nowhere', () => {
  signInBy('standalone')
  handleFailure(failure('answered', 'unauthorized', 401), false)
  expect(window.location.pathname).toBe('/catalog')
  expect(said()).toEqual([['error', 'unauthorized']])
})
