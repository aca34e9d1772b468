import { playbookSpecSchema, type PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { pathOf } from '#relay/backend/resources/parse-documents.ts'
import type { DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { compile } from '#relay/backend/templates/template.ts'
import { conditionOf } from './condition.ts'
import { faultOfAction, faultOfVariables } from './fill-action.ts'

export type ReadSpec =
  | { readonly spec: PlaybookSpec }
  /** `reason` is a sentence that names the place. */
  | { readonly problem: { readonly path: DocumentPath; readonly reason: string } }

/**
 * Reads a playbook's spec with its expressions and scripts; the first thing that is wrong with it, at its place. A value that a
 * program would read as a part of itself is a mistake.
 */
export const readPlaybookSpec = async (value: unknown): Promise<ReadSpec> => {
  const read = playbookSpecSchema.safeParse(value)
  if (!read.success) {
    const [issue] = specIssues(playbookSpecSchema, read.error, value)
    const path = pathOf(issue)
    const place = path.length === 0 ? 'The spec' : path.join('.')
    return { problem: { path, reason: `${place}: ${issue?.message ?? 'cannot be read'}.` } }
  }
  const { actions, filters = [] } = read.data
  const expressions = [
    ...actions.map(({ if: text }, index) => ({ path: ['actions', index, 'if'], text: conditionOf(text).expression })),
    ...filters.map((text, index) => ({ path: ['filters', index], text })),
  ]
  for (const { path, text } of expressions) {
    try {
      await compile({ expr: text })
    } catch (error) {
      return mistakeAt(path, error instanceof Error ? error.message : String(error))
    }
  }
  const variables = faultOfVariables(read.data.env ?? [], ['env'])
  if (variables !== undefined) return mistakeAt(variables.path, variables.reason)
  for (const [index, action] of actions.entries()) {
    const fault = await faultOfAction(action, read.data)
    if (fault !== undefined) return mistakeAt(['actions', index, ...fault.path], fault.reason)
  }
  return { spec: read.data }
}

const mistakeAt = (path: DocumentPath, reason: string): ReadSpec => ({
  problem: { path, reason: `${path.join('.')}: ${reason}` },
})
