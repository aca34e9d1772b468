import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { Operand, Pipeline } from '#relay/backend/templates/go-template/syntax.ts'

/** What decides whose text a value is: the playbook's own declarations. */
export type Declarations = Pick<PlaybookSpec, 'parameters' | 'env'>

type Names = ReadonlyMap<string, string | undefined>

/**
 * Whose text a pipeline yields: undefined for the author's own, otherwise a sentence's subject that names whose it is. It goes by
 * what is read and not by what a value looks like. `names` are the variables in scope and what `.` is, each with whose it is.
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
      return ['getLastAction', 'getAction'].includes(operand.name) ? 'what an earlier step answered' : undefined
    case 'variable':
      return operand.name === '$' && !names.has('$') ? strangerAt(path, declarations) : names.get(operand.name)
    default:
      return names.has('.') ? names.get('.') : strangerAt(path, declarations)
  }
}

/** Parameters of these types hold one of a few texts, whoever enters them. */
const isClosed = ({ type, properties }: NonNullable<PlaybookSpec['parameters']>[number]): boolean =>
  type === 'checkbox' ||
  type === 'bytes' ||
  type === 'millicores' ||
  (type === 'list' && (properties?.options ?? []).length > 0)

const strangerAt = ([root, name]: readonly string[], { parameters, env }: Declarations): string | undefined => {
  switch (root) {
    case 'playbook':
    case 'anyActionFailed':
    case 'run':
      return undefined
    case 'params': {
      const parameter = parameters?.find((each) => each.name === name)
      if (parameter !== undefined && isClosed(parameter)) return undefined
      return name === undefined ? 'what somebody enters' : `what somebody enters as ${name}`
    }
    case 'env': {
      const own = env?.find((each) => each.name === name)
      const isPlain = own?.valueFrom === undefined && !/\{\{|\$\(|gotemplate:/.test(String(own?.value ?? '{{'))
      return isPlain ? undefined : 'a variable that is filled in'
    }
    case 'request':
      return "the caller's request"
    case 'user':
      return 'the name of a person'
    case 'config':
    case 'component':
    case 'check':
      return `what the ${root} says of itself`
    default:
      return root === undefined ? 'everything that is known of the run' : 'what an earlier step answered'
  }
}
