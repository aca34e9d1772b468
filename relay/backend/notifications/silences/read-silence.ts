import type { z } from 'zod'
import type { silencePreviewRoute } from '#shared/notifications/silence-route.ts'
import { matchedSelectorSchema } from '#shared/resources/document-selector.ts'
import { isId } from '#shared/primitives/id.ts'
import { resourceRelations } from '#shared/resources/resource-id.ts'
import { readDateMath } from '#relay/backend/data-api/rewrite/date-math.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'
import { findSelectorsError } from '#relay/backend/notifications/rules/find-selectors-error.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'

type SilenceRequest = z.output<typeof silencePreviewRoute.body>

const kinds = ['config', 'check', 'canary', 'component'] as const

/** A database column holds no later time. */
const withinYears = (time: Date | undefined): Date | undefined =>
  time !== undefined && time.getUTCFullYear() >= 0 && time.getUTCFullYear() <= 9_999 ? time : undefined

/** Undefined when invalid. Only a missing time is none: an empty text is invalid. */
const parseTime = (text: string | null | undefined): Date | null | undefined =>
  text == null ? null : withinYears(readDateMath(text, Date.now()))

const parseEnd = (text: string | null | undefined): Date | null | undefined =>
  text?.toLowerCase() === 'indefinitely' ? null : parseTime(text)

export interface ReadSilence {
  readonly from: Date | null
  readonly until: Date | null
  readonly filter: string | null
  readonly selectors: readonly Readonly<Record<string, unknown>>[]
  readonly findId: (kind: (typeof kinds)[number]) => string | null
}

export const readSilence = async (
  request: SilenceRequest,
  reader: Pick<ViewerReader, 'listRows'>,
): Promise<{ readonly silence: ReadSilence } | { readonly error: string }> => {
  const [from, until] = [parseTime(request.from), parseEnd(request.until)]
  if (from === undefined)
    return { error: `from: must be a time or an expression such as now+2h, got "${request.from}".` }
  if (until === undefined)
    return { error: `until: must be a time or an expression such as now+2h, got "${request.until}".` }
  if (until !== null && until.getTime() <= Date.now()) return { error: 'until: The silence has already ended.' }
  if (from !== null && until !== null && from > until) return { error: 'from: must be before until.' }
  const filter = request.filter?.trim() ?? ''
  const selectors = request.selectors ?? []
  const selectorError = findSelectorsError(selectors)
  if (selectorError !== undefined) return { error: selectorError }
  const named = kinds.flatMap((kind) => {
    const id = request[`${kind}_id`]
    return id == null || id === '' ? [] : [{ kind, id }]
  })
  if (named.length === 0 && filter === '' && selectors.length === 0)
    return { error: 'A silence needs a resource, a filter or selectors: without any it would silence everything.' }
  if (request.until_recovers === true && !named.some(({ kind }) => kind !== 'canary'))
    return { error: 'until_recovers: Name the check, config item or component whose recovery ends the silence.' }
  for (const { kind, id } of named) {
    const seen = isId(id) ? await reader.listRows(resourceRelations[kind], 'id', [id]) : []
    if (seen.length === 0) return { error: `${kind}_id: ${kind} ${id} not found.` }
  }
  for (const [index, selector] of selectors.entries()) {
    const { error } = matchedSelectorSchema.safeParse(selector)
    if (error !== undefined)
      return { error: firstSpecError(matchedSelectorSchema, error, selector, ['selectors', index]).reason }
  }
  const filterError = filter === '' ? undefined : await findExpressionError({ language: 'expr', source: filter })
  if (filterError !== undefined) return { error: `filter: ${filterError.message}` }
  const findId = (kind: (typeof kinds)[number]) => named.find((each) => each.kind === kind)?.id ?? null
  return { silence: { from, until, filter: filter === '' ? null : filter, selectors, findId } }
}
