import { getActionKind, type PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import type { Declarations } from '#relay/backend/templates/programs/own-values.ts'
import {
  hasTemplates,
  type FilledProgram,
  type ProgramKind,
  type ProgramSource,
} from '#relay/backend/templates/programs/program-source.ts'
import { isProgramVariable } from '#relay/backend/templates/programs/shell-commands.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'
import { joinPodScripts, separatePodScripts } from './pod-scripts.ts'
import { renderValue, type Environment, type RenderOptions } from './render.ts'

export interface FilledAction extends Pick<FilledProgram, 'variables' | 'values'> {
  readonly value: unknown
}

const programKeys: Readonly<Record<string, ProgramKind>> = {
  script: 'script',
  query: 'query',
  jq: 'expression',
  yq: 'expression',
}

const sqlPlaceholders = new Map([
  ['mysql', '?'],
  ['mssql', '@p#'],
  ['sqlserver', '@p#'],
])

const createProgramLookup =
  (action: PlaybookAction, { parameters, env }: Declarations) =>
  (name: string): ProgramSource | undefined => {
    const kind = ['exec', 'sql', 'gitops', 'pod'].includes(getActionKind(action)) ? programKeys[name] : undefined
    if (kind === undefined) return undefined
    const placeholder = sqlPlaceholders.get(action.sql?.driver ?? '')
    return { kind, declarations: { parameters, env }, placeholder }
  }

/** Security: values in a program are passed beside its text, never spliced into it. */
export const fillAction = async (
  action: PlaybookAction,
  environment: Environment,
  declarations: Declarations,
  options: RenderOptions = {},
): Promise<FilledAction> => {
  let variables: Readonly<Record<string, string>> = {}
  let values: readonly string[] = []
  const { leaves } = options
  const value = await renderValue(separatePodScripts(action)[getActionKind(action)], environment, {
    ...options,
    leaves: (text) => leaves?.(text) === true || !isTemplateIn(action, text),
    programIn: createProgramLookup(action, declarations),
    onProgram: (program) => {
      variables = { ...variables, ...program.variables }
      values = [...values, ...program.values]
    },
  })
  if (action.pod === undefined) return { value, variables, values }
  return { value: joinPodScripts(value, variables), variables: {}, values: [] }
}

/** In a pod, `$(NAME)` is a variable of Kubernetes. */
const isTemplateIn = ({ pod }: PlaybookAction, text: string): boolean =>
  pod === undefined ? hasTemplate(text) : hasTemplates(text)

type Path = readonly (string | number)[]

interface LocatedError {
  readonly path: Path
  readonly reason: string
}

/** Security: finds values that a program would parse as code. */
export const findActionError = async (
  action: PlaybookAction,
  declarations: Declarations,
): Promise<LocatedError | undefined> => {
  const kind = getActionKind(action)
  const variables = action.exec?.env ?? []
  const programIn = createProgramLookup(action, declarations)
  const look = async (part: unknown, path: Path): Promise<LocatedError | undefined> => {
    const key = path.at(-1)
    if (typeof part === 'string') {
      const program = typeof key === 'string' ? programIn(key) : undefined
      if (program === undefined ? !isTemplateIn(action, part) : !hasTemplates(part)) return undefined
      if (key === 'code') return { path, reason: 'must be a literal without templates: use env of the container' }
      const error = await findExpressionError(
        program === undefined
          ? { language: 'template', source: part, readsActions: true }
          : { language: 'program', source: part, program },
      )
      return error === undefined ? undefined : { path, reason: error.message }
    }
    if (typeof part !== 'object' || part === null) return undefined
    for (const [name, member] of Object.entries(part)) {
      const found = await look(member, [...path, Array.isArray(part) ? Number(name) : name])
      if (found !== undefined) return found
    }
    return undefined
  }
  return findVariableError(variables, [kind, 'env']) ?? look(separatePodScripts(action)[kind], [kind])
}

/** Security: values must neither be variable names nor set a variable that affects program execution. */
export const findVariableError = (
  variables: readonly { readonly name: string; readonly value?: string | number | boolean | undefined }[],
  path: Path,
): LocatedError | undefined => {
  for (const [index, { name, value = '' }] of variables.entries()) {
    if (hasTemplate(name)) return { path: [...path, index, 'name'], reason: 'must be a literal without templates' }
    if (isProgramVariable(name) && hasTemplate(String(value)))
      return {
        path: [...path, index, 'value'],
        reason: `must be a literal without templates: ${name} controls program execution`,
      }
  }
  return undefined
}
