import type { z } from 'zod'
import type { silencePreviewRoute } from '#shared/notifications/silence-route.ts'
import { isId } from '#shared/primitives/id.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { problemOf } from '#relay/backend/templates/template.ts'

type Asked = z.output<typeof silencePreviewRoute.body>

const things = { config: 'config_items', check: 'checks', canary: 'canaries', component: 'components' } as const
const kinds = ['config', 'check', 'canary', 'component'] as const

/** Null for a moment that is left open, undefined for what is none. */
const momentOf = (text: string | null | undefined): Date | null | undefined =>
  text == null || text === '' || text.toLowerCase() === 'indefinitely' ? null : readDateMath(text, Date.now())

/** A silence that can be: what it is about and when it holds. */
export interface ReadSilence {
  readonly from: Date | null
  readonly until: Date | null
  readonly filter: string | null
  readonly selectors: readonly Readonly<Record<string, unknown>>[]
  readonly idOf: (kind: (typeof kinds)[number]) => string | null
}

/** Reads what somebody asks to silence; a sentence where that cannot be. */
export const readSilence = async (
  asked: Asked,
  reader: Pick<ViewerReader, 'rowsOf'>,
): Promise<{ readonly silence: ReadSilence } | { readonly fault: string }> => {
  const [from, until] = [momentOf(asked.from), momentOf(asked.until)]
  if (from === undefined) return { fault: `from: ${asked.from} is no time, nor one such as now+2h.` }
  if (until === undefined) return { fault: `until: ${asked.until} is no time, nor one such as now+2h.` }
  if (until !== null && until.getTime() <= Date.now())
    return { fault: 'until: A silence that is over already silences nothing.' }
  if (from !== null && until !== null && from > until) return { fault: 'from: A silence cannot begin after its end.' }
  const filter = asked.filter?.trim() ?? ''
  const selectors = asked.selectors ?? []
  const named = kinds.flatMap((kind) => {
    const id = asked[`${kind}_id`]
    return id == null || id === '' ? [] : [{ kind, id }]
  })
  if (named.length === 0 && filter === '' && selectors.length === 0)
    return { fault: 'A silence needs a resource, a filter or selectors: without any it would silence everything.' }
  if (asked.until_recovers === true && !named.some(({ kind }) => kind !== 'canary'))
    return { fault: 'until_recovers: A silence ends with the recovery of a check, an item or a component: name one.' }
  for (const { kind, id } of named) {
    const seen = isId(id) ? await reader.rowsOf(things[kind], 'id', [id]) : []
    if (seen.length === 0) return { fault: `${kind}_id: There is no ${kind} ${id}.` }
  }
  const problem = filter === '' ? undefined : await problemOf({ language: 'expr', source: filter })
  if (problem !== undefined) return { fault: `filter: ${problem.message}` }
  const idOf = (kind: (typeof kinds)[number]) => named.find((each) => each.kind === kind)?.id ?? null
  return { silence: { from, until, filter: filter === '' ? null : filter, selectors, idOf } }
}
