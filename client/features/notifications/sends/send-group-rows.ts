import type { SendGroup } from '#shared/notifications/send-summary-route.ts'
import type { Send } from './sends-api.ts'

/** What stands in the list of what was sent by its thing: a thing, and below one that is open its messages and what is left of them. */
export type SendRow =
  | { readonly kind: 'group'; readonly key: string; readonly group: SendGroup; readonly isOpen: boolean }
  | { readonly kind: 'send'; readonly key: string; readonly send: Send }
  | { readonly kind: 'rest'; readonly key: string; readonly text: string }

export const groupKey = ({ resource, resource_kind: kind }: SendGroup): string => `${kind ?? ''}/${resource.id}`

/** The messages of an open group that are there so far, and how many there are; null where they could not be read. */
export interface OpenGroup {
  readonly sends: readonly Send[]
  readonly total: number
}

/** The rows of a page of groups, those that are open with their messages. */
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
    if (opened === 'failed') return [head, rest('These could not be loaded. Close and open the row to try again.')]
    const sends = opened.sends.map((send): SendRow => ({ kind: 'send', key: send.id, send }))
    const more = opened.total - opened.sends.length
    return more > 0
      ? [head, ...sends, rest(`${more.toLocaleString('en')} earlier. Group by none to page through all.`)]
      : [head, ...sends]
  })

const reasonLabels: Readonly<Record<string, string>> = {
  silenced: 'silenced',
  'repeat-interval': 'within the repeat interval',
  inhibited: 'inhibited by something it depends on',
  skipped: 'over before the waiting time was',
}

/** What became of all that was sent about a thing: `2 sent, 14 held back, 1 failed`. */
export const formatOutcome = ({ sent, suppressed, in_progress: waiting }: SendGroup): string =>
  [
    ...(sent > 0 ? [`${sent} sent`] : []),
    ...(suppressed > 0 ? [`${suppressed} held back`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ].join(', ')

/** Why messages were held back: `14 within the repeat interval, 1 silenced`; empty where none was. */
export const whyHeldBack = ({ reasons }: SendGroup): string =>
  Object.entries(reasons)
    .flatMap(([status, count]) => {
      const why = reasonLabels[status]
      return why === undefined ? [] : [`${count} ${why}`]
    })
    .join(', ')
