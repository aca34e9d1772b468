import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { Operand, Pipeline } from '#relay/backend/templates/go-template/syntax.ts'

export type Declarations = Pick<PlaybookSpec, 'parameters' | 'env'>

type Names = ReadonlyMap<string, string | undefined>

/**
 * Undefined for text of the playbook's author, otherwise a noun phrase naming the origin. Decided by the source of a
 * value, never by its content. `names` maps variables in scope and `.` to their origin.
 */
export const strangerIn = (pipeline: Pipeline, names: Names, declarations: Declarations): string | undefined => {
  for (const { operands } of pipeline.commands)
    for (const operand of operands) {
      const stranger = describeOrigin(operand, names, declarations)
      if (stranger !== undefined) return stranger
    }
  return undefined
}

const describeOrigin = (operand: Operand, names: Names, declarations: Declarations): string | undefined => {
  const path = operand.fields.map(({ name }) => name)
  switch (operand.kind) {
    case 'constant':
      return undefined
    case 'group':
      return strangerIn(operand.pipeline, names, declarations)
    case 'function':
      return ['getLastAction', 'getAction'].includes(operand.name) ? 'the result of an earlier step' : undefined
    case 'root':
      return strangerAt(path, declarations)
    case 'variable':
      return operand.name === '$' && !names.has('$') ? strangerAt(path, declarations) : names.get(operand.name)
    default:
      return names.has('.') ? names.get('.') : strangerAt(path, declarations)
  }
}

/** Parameters of these types only accept a fixed set of safe texts. */
const isClosed = ({ type, properties }: NonNullable<PlaybookSpec['parameters']>[number]): boolean =>
  type === 'checkbox' ||
  type === 'bytes' ||
  type === 'millicores' ||
  (type === 'list' && (properties?.options ?? []).length > 0)

const strangerAt = ([root, name]: readonly string[], { parameters, env }: Declarations): string | undefined => {
  switch (root) {
    case 'playbook':
    case 'anyActionFailed':
    case 'anyActionTimedOut':
    case 'run':
      return undefined
    case 'params': {
      const parameter = parameters?.find((each) => each.name === name)
      if (parameter !== undefined && isClosed(parameter)) return undefined
      return name === undefined ? 'user input' : `user input as ${name}`
    }
    case 'env': {
      const own = env?.find((each) => each.name === name)
      const isPlain = own?.valueFrom === undefined && !/\{\{|\$\(|gotemplate:/.test(String(own?.value ?? '{{'))
      return isPlain ? undefined : 'a variable filled from a template'
    }
    case 'request':
      return "the caller's request"
    case 'user':
      return 'the name of a person'
    case 'config':
    case 'component':
    case 'check':
      return `data of the ${root}`
    default:
      return root === undefined ? 'all data of the run' : 'the result of an earlier step'
  }
}
