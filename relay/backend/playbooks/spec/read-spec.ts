import { playbookSpecSchema, type PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { toPath } from '#relay/backend/resources/parse-documents.ts'
import type { DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { compile } from '#relay/backend/templates/template.ts'
import { toConditionExpression } from './condition.ts'
import { findActionError, findVariableError } from './fill-action.ts'

export type ReadSpec =
  | { readonly spec: PlaybookSpec }
  | { readonly error: { readonly path: DocumentPath; readonly reason: string } }

export const readPlaybookSpec = async (value: unknown): Promise<ReadSpec> => {
  const read = playbookSpecSchema.safeParse(value)
  if (!read.success) {
    const [issue] = specIssues(playbookSpecSchema, read.error, value)
    const path = toPath(issue)
    const location = path.length === 0 ? 'The spec' : formatPath(path)
    return { error: { path, reason: `${location}: ${issue?.message ?? 'cannot be read'}.` } }
  }
  const { actions, filters = [] } = read.data
  const expressions = [
    ...actions.map(({ if: text }, index) => ({
      path: ['actions', index, 'if'],
      text: toConditionExpression(text).expression,
    })),
    ...filters.map((text, index) => ({ path: ['filters', index], text })),
  ]
  for (const { path, text } of expressions) {
    try {
      await compile({ expr: text })
    } catch (error) {
      return mistakeAt(path, error instanceof Error ? error.message : String(error))
    }
  }
  const variables = findVariableError(read.data.env ?? [], ['env'])
  if (variables !== undefined) return mistakeAt(variables.path, variables.reason)
  for (const [index, action] of actions.entries()) {
    const error = await findActionError(action, read.data)
    if (error !== undefined) return mistakeAt(['actions', index, ...error.path], error.reason)
  }
  return { spec: read.data }
}

const mistakeAt = (path: DocumentPath, reason: string): ReadSpec => ({
  error: { path, reason: `${formatPath(path)}: ${reason}` },
})
