import { expect, test, vi } from 'vitest'
import { onDemand } from './on-demand.ts'

test('loads code once for any number of requests, and again after a failure', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('code')
  const code = onDemand(load)
  const settled = () =>
    new Promise<void>((resolve) => {
      const stop = code.subscribe(() => {
        stop()
        resolve()
      })
    })
  expect(code.state()).toEqual({ kind: 'unwanted' })
  const failed = settled()
  code.want()
  code.want()
  await failed
  expect(code.state()).toEqual({ kind: 'failed', error: new Error('offline') })
  const loaded = settled()
  code.want()
  await loaded
  code.want()
  expect(code.state()).toEqual({ kind: 'loaded', code: 'code' })
  expect(load).toHaveBeenCalledTimes(2)
})
