import { getCondition, playbookSpecSchema, type PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import type { DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { parseSchedule } from '#relay/backend/schedule/schedule.ts'
import { compile } from '#relay/backend/templates/template.ts'
import { toConditionExpression } from './condition.ts'
import { isDurationExpression } from './evaluate-duration.ts'
import { findActionError, findVariableError } from './fill-action.ts'
import { findUnavailable } from './find-unavailable.ts'

type ReadSpec =
  | { readonly spec: PlaybookSpec }
  | { readonly error: { readonly path: DocumentPath; readonly reason: string } }

export const readPlaybookSpec = async (value: unknown): Promise<ReadSpec> => {
  const read = playbookSpecSchema.safeParse(withoutNulls(value))
  if (!read.success) return { error: firstSpecError(playbookSpecSchema, read.error, value) }
  const { actions, filters = [], on = {} } = read.data
  for (const [index, { schedule }] of (on.schedule ?? []).entries())
    try {
      parseSchedule(schedule)
    } catch (error) {
      return mistakeAt(['on', 'schedule', index, 'schedule'], toErrorMessage(error))
    }
  const triggers = (['canary', 'config', 'component'] as const).flatMap((kind) =>
    (on[kind] ?? []).map(({ filter }, index) => ({ path: ['on', kind, index, 'filter'], text: filter ?? '' })),
  )
  const expressions = [
    ...actions.map((action, index) => ({
      path: ['actions', index, action.filter === undefined ? 'if' : 'filter'],
      text: toConditionExpression(getCondition(action)).expression,
    })),
    ...filters.map((text, index) => ({ path: ['filters', index], text })),
    ...triggers.filter(({ text }) => text !== ''),
    ...findDurationExpressions(read.data),
  ]
  for (const { path, text } of expressions) {
    try {
      await compile({ expr: text })
    } catch (error) {
      return mistakeAt(path, toErrorMessage(error))
    }
  }
  const variables = findVariableError(read.data.env ?? [], ['env'])
  if (variables !== undefined) return mistakeAt(variables.path, variables.reason)
  for (const [index, action] of actions.entries()) {
    const error = findUnavailable(action) ?? (await findActionError(action, read.data))
    if (error !== undefined) return mistakeAt(['actions', index, ...error.path], error.reason)
  }
  return { spec: read.data }
}

const findDurationExpressions = ({ actions, timeout }: PlaybookSpec) =>
  [
    { path: ['timeout'], text: timeout },
    ...actions.flatMap((action, index) => [
      { path: ['actions', index, 'delay'], text: action.delay },
      { path: ['actions', index, 'timeout'], text: action.timeout },
      { path: ['actions', index, 'retry', 'duration'], text: action.retry?.duration },
    ]),
  ].flatMap(({ path, text }) => (text !== undefined && isDurationExpression(text) ? [{ path, text }] : []))

const mistakeAt = (path: DocumentPath, reason: string): ReadSpec => ({
  error: { path, reason: `${formatPath(path)}: ${reason}` },
})
