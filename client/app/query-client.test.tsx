import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, type FailureKind } from '#client/api/api-error.ts'
import { useToasts } from '#client/ui/feedback/toast-store.ts'
import { createQueryClient, handleFailure } from './query-client.ts'

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  document.head.innerHTML = ''
})

const nothing = () => undefined
const listToasts = () => useToasts.getState().toasts.map(({ kind, message }) => [kind, message])
const failure = (kind: FailureKind, message: string, status?: number) =>
  new ApiError({ kind, message, where: 'GET /api/x', status })
const queryFn = () => Promise.reject(failure('answered', 'no such canary', 404))
const signInBy = (mode: string) => {
  document.head.innerHTML = `<meta name="auth-mode" content="${mode}">`
  window.history.replaceState(null, '', '/catalog?type=Pod')
}

test('a response is fresh for five minutes [API-06]', () => {
  expect(createQueryClient(nothing).getDefaultOptions().queries?.staleTime).toBe(300_000)
})

test('an aborted request shows nothing [ERR-38]', () => {
  handleFailure(failure('aborted', 'The request was aborted.'), false, nothing)
  expect(listToasts()).toEqual([])
})

test('a failed query of a page that shows no failure itself becomes a toast with its message', async () => {
  const client = createQueryClient(nothing)
  await client.fetchQuery({ queryKey: ['a'], queryFn, meta: { failsAloud: true } }).catch(() => undefined)
  await client.fetchQuery({ queryKey: ['b'], queryFn }).catch(() => undefined)
  expect(listToasts()).toEqual([['error', 'no such canary']])
})

test('a lost network becomes one toast, however many requests fail', () => {
  for (const failsOnPage of [true, false, true])
    handleFailure(failure('network', 'Network Error. Please try again.'), failsOnPage, nothing)
  expect(listToasts()).toEqual([['error', 'Network Error. Please try again.']])
})

test('an outage is retried without another toast until it ends, any other failure is not', async () => {
  vi.useFakeTimers()
  const client = createQueryClient(nothing)
  client.mount()
  const responses = {
    down: failure('answered', 'The backend is unreachable.', 502),
    absent: failure('answered', 'no', 404),
    slow: new ApiError({ kind: 'answered', message: 'slow', where: 'GET /api/db/x', status: 503, code: '57014' }),
  }
  const ask = { down: 0, absent: 0, slow: 0 }
  const stops = (['down', 'absent', 'slow'] as const).map((key) =>
    new QueryObserver(client, {
      queryKey: [key],
      meta: { failsAloud: true },
      queryFn: async () => {
        ask[key] += 1
        if (ask[key] < 3) throw responses[key]
        return 'up'
      },
    }).subscribe(nothing),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(listToasts()).toEqual([
    ['error', 'The backend is unreachable.'],
    ['error', 'no'],
    ['error', 'slow'],
  ])
  useToasts.setState({ toasts: [] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([ask, listToasts()]).toEqual([{ down: 3, absent: 1, slow: 1 }, []])
  for (const stop of stops) stop()
  client.unmount()
  vi.useRealTimers()
})

test('a failed mutation is not retried, not even when the network is back', async () => {
  const client = createQueryClient(nothing)
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

test.each(['identity', 'hosted'])('a 401 triggers a session check and no toast [ERR-01]: %s', (mode) => {
  signInBy(mode)
  const doubt = vi.fn<() => void>()
  const error = new ApiError({ kind: 'answered', message: 'x', where: 'GET /api/x', status: 401, code: 'unauthorised' })
  handleFailure(error, false, doubt)
  expect([doubt.mock.calls.length, listToasts()]).toEqual([1, []])
})

test('a 401 of another service also becomes a toast', () => {
  signInBy('identity')
  const doubt = vi.fn<() => void>()
  handleFailure(failure('answered', 'token expired', 401), false, doubt)
  expect([doubt.mock.calls.length, listToasts()]).toEqual([1, [['error', 'token expired']]])
})

test('a 401 without sign-in is shown and triggers no session check', () => {
  signInBy('standalone')
  const doubt = vi.fn<() => void>()
  handleFailure(failure('answered', 'unauthorized', 401), false, doubt)
  expect([doubt.mock.calls.length, listToasts()]).toEqual([0, [['error', 'unauthorized']]])
})
