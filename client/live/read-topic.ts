import type { Topic } from '#shared/live/topic.ts'
import type { LiveClient } from './live-client.ts'

export const readTopic = <Params extends object, Row>(
  client: LiveClient,
  topic: Topic<Params, Row>,
  params: Params,
  signal: AbortSignal,
): Promise<readonly Row[]> => {
  const view = client.topic(topic, params)
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      unsubscribe()
      signal.removeEventListener('abort', stop)
      act()
    }
    const stop = () => settle(() => reject(signal.reason))
    const look = () => {
      const { status, rows, reason } = view.get()
      if (status === 'live') settle(() => resolve([...rows.values()]))
      else if (status !== 'loading') settle(() => reject(new Error(reason ?? 'No data received.')))
    }
    const unsubscribe = view.subscribe(look)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else look()
  })
}
