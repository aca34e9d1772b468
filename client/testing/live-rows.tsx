import { LiveProvider } from '#client/live/live-provider.tsx'
import type { TopicView } from '#client/live/topic-view.ts'
import { createStubLiveClient } from './fake-live-client.ts'

interface LiveRowsProps {
  readonly rows: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly status?: TopicView<never>['status']
  readonly loading?: string | undefined
  readonly children: React.ReactNode
}

const nothing = () => () => undefined

export function LiveRows({ rows, status = 'live', loading, children }: LiveRowsProps) {
  const views = new Map<string, TopicView<never>>()
  const getView = (name: string): TopicView<never> => {
    const known = views.get(name)
    if (known !== undefined) return known
    const view = {
      status: name === loading ? 'loading' : status,
      rows: new Map(Object.entries(rows[name] ?? {}).map(([key, row]) => [key, row as never])),
      observedAtMs: 0,
      staleSinceMs: null,
      reason: null,
      refresh: () => undefined,
    }
    views.set(name, view)
    return view
  }
  const client = createStubLiveClient(({ name }) => ({ get: () => getView(name), subscribe: nothing }))
  return <LiveProvider client={client}>{children}</LiveProvider>
}
