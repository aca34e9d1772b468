import type { SendGroup } from '#shared/notifications/send-summary-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import type { Send } from './sends-api.ts'

export type SendRow =
  | { readonly kind: 'group'; readonly key: string; readonly group: SendGroup; readonly isOpen: boolean }
  | { readonly kind: 'send'; readonly key: string; readonly send: Send }
  | { readonly kind: 'rest'; readonly key: string; readonly text: string }

export const groupKey = ({ resource, resource_kind: kind }: SendGroup): string => `${kind ?? ''}/${resource.id}`

export interface OpenGroup {
  readonly sends: readonly Send[]
  readonly total: number
}

export const sendRows = (
  groups: readonly SendGroup[],
  open: ReadonlyMap<string, OpenGroup | 'loading' | 'failed'>,
): readonly SendRow[] =>
  groups.flatMap((group): readonly SendRow[] => {
    const key = groupKey(group)
    const opened = open.get(key)
    const head: SendRow = { kind: 'group', key, group, isOpen: opened !== undefined }
    if (opened === undefined) return [head]
    const rest = (text: string): SendRow => ({ kind: 'rest', key: `${key} rest`, text })
    if (opened === 'loading') return [head, rest('Loading…')]
    if (opened === 'failed') return [head, rest('Loading failed. Close and open the row to try again.')]
    const sends = opened.sends.map((send): SendRow => ({ kind: 'send', key: send.id, send }))
    const more = opened.total - opened.sends.length
    return more > 0
      ? [head, ...sends, rest(`${formatCount(more)} earlier. Set grouping to None to page through all.`)]
      : [head, ...sends]
  })

const reasonLabels: Readonly<Record<string, string>> = {
  silenced: 'silenced',
  'repeat-interval': 'within the repeat interval',
  inhibited: 'inhibited by a dependency',
  skipped: 'resolved before the wait ended',
}

export const formatOutcome = ({ sent, suppressed, in_progress: waiting }: SendGroup): string =>
  [
    ...(sent > 0 ? [`${sent} sent`] : []),
    ...(suppressed > 0 ? [`${suppressed} suppressed`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ].join(', ')

export const whyHeldBack = ({ reasons }: SendGroup): string =>
  Object.entries(reasons)
    .flatMap(([status, count]) => {
      const why = reasonLabels[status]
      return why === undefined ? [] : [`${count} ${why}`]
    })
    .join(', ')
