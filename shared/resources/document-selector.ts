import { z } from 'zod'
import { findLabelSelectorError, labelSelectorFields } from '#shared/access/label-requirements.ts'
import { findTermError, parseSearch, type Search, type SearchTerm } from '#shared/access/search-query.ts'
import { isMatchedTerm } from '#shared/access/search-matches.ts'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { hasFieldTemplate, hasTemplate } from '#shared/primitives/has-template.ts'
import { resourceSelectorSchema, type ResourceSelector } from '#shared/resources/resource-search.ts'

const texts = z.union([z.array(scalarText), scalarText.transform((one) => [one])])
const readable = (value: string | null | undefined): string =>
  value == null || hasTemplate(value) || hasFieldTemplate(value) ? '' : value

const fieldsSchema = z.strictObject({
  ...resourceSelectorSchema.shape,
  types: texts.nullish(),
  statuses: texts.nullish(),
  cache: scalarText.optional(),
  type: scalarText.optional(),
  status: scalarText.optional(),
  tags: z.record(z.string(), scalarText).optional(),
  labels: z.record(z.string(), scalarText).optional(),
})
type Fields = z.infer<typeof fieldsSchema>

const assertReadable = (selector: Fields, context: z.RefinementCtx): void => {
  const addIssue = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
  for (const key of labelSelectorFields) {
    const error = findLabelSelectorError(key, readable(selector[key]))
    if (error !== undefined) addIssue(key, error)
  }
  const text = readable(selector.search)
  const search = parseSearch(text)
  const termError = search === null ? undefined : findTermError(text, search)
  if (search === null) addIssue('search', 'has unbalanced parentheses or an empty part')
  else if (termError !== undefined) addIssue('search', termError)
}

const joinRequirements = (selector: string | null | undefined, values: Readonly<Record<string, string>> = {}): string =>
  [...(selector ? [selector] : []), ...Object.entries(values).map(([key, value]) => `${key}=${value}`)].join(',')

const toSelector = ({ cache: _cache, type, status, tags, labels, ...selected }: Fields): ResourceSelector => {
  const tagSelector = joinRequirements(selected.tagSelector, tags)
  const labelSelector = joinRequirements(selected.labelSelector, labels)
  return {
    ...selected,
    ...(tagSelector !== '' && { tagSelector }),
    ...(labelSelector !== '' && { labelSelector }),
    ...(type !== undefined && { types: [...(selected.types ?? []), type] }),
    ...(status !== undefined && { statuses: [...(selected.statuses ?? []), status] }),
  }
}

export const selectorSchema = fieldsSchema.superRefine(assertReadable).transform(toSelector)

const selectsSomething = ({ limit: _limit, includeDeleted: _deleted, ...wanted }: ResourceSelector): boolean =>
  Object.values(wanted).some((value) => value != null && value !== '' && !(Array.isArray(value) && value.length === 0))
const selectsNothing = 'selects nothing: set search, types, name or another field'

/** An empty selector matches nothing, so a document with one does not mean what it states. */
export const filledSelectorSchema = selectorSchema.refine(selectsSomething, selectsNothing)

const searchedText = scalarText.refine((value) => !value.includes('"'), 'must not contain quotes').optional()

/** The commas of a list are not quoted. */
const quoteEach = (list: string): string =>
  list
    .split(',')
    .map((item) => `"${item}"`)
    .join(',')

export const itemSelectorSchema = fieldsSchema
  .extend({ class: searchedText, external_id: searchedText })
  .superRefine(assertReadable)
  .transform(({ class: itemClass, external_id: externalId, ...fields }) => {
    const terms = [
      ...(fields.search ? [`(${fields.search})`] : []),
      ...(itemClass === undefined ? [] : [`config_class=${quoteEach(itemClass)}`]),
      ...(externalId === undefined ? [] : [`external_id=${quoteEach(externalId)}`]),
    ]
    return toSelector(terms.length === 0 ? fields : { ...fields, search: terms.join(' ') })
  })

const listTerms = (search: Search): readonly SearchTerm[] =>
  search.kind === 'term' ? [search] : search.parts.flatMap(listTerms)

const assertMatched = ({ scope, search }: Fields, context: z.RefinementCtx): void => {
  if (scope != null && scope !== '')
    context.addIssue({ code: 'custom', path: ['scope'], message: 'is not available here: it needs a search' })
  const unmatched = listTerms(parseSearch(readable(search)) ?? { kind: 'all', parts: [] }).find(
    (term) => !isMatchedTerm(term),
  )
  if (unmatched !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['search'],
      message: `${unmatched.field}${unmatched.operator} at position ${unmatched.position} is not available here`,
    })
}

/** For engines that match one resource at a time: comparisons, dates and the scope need a search of the database. */
export const matchedSelectorSchema = fieldsSchema
  .superRefine(assertReadable)
  .superRefine(assertMatched)
  .transform(toSelector)

/** Leaves the selector as it is written, for documents that are written back. */
export const writtenSelectorSchema = z.record(z.string(), z.unknown()).superRefine((selector, context) => {
  for (const { path, message } of matchedSelectorSchema.safeParse(selector).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [...path], message })
})
