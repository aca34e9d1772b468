import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { getActionKind, getCondition, type PlaybookAction, type PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import type { RenderedStep } from '#shared/playbooks/preflight.ts'
import { findUnsupportedReason } from '#relay/backend/playbooks/actions/run-action.ts'
import { describeStep, toYaml } from '#relay/backend/playbooks/spec/describe-step.ts'
import { fillAction, type FilledAction } from '#relay/backend/playbooks/spec/fill-action.ts'
import type { Environment } from '#relay/backend/playbooks/spec/render.ts'
import type { ParameterValues } from '#relay/backend/playbooks/spec/secret-parameters.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'

const isSecret = ({ type, properties }: PlaybookParameter): boolean =>
  type === 'secret' || properties?.format === 'password'

/** A mask of texts leaves short secrets, which are part of ordinary words. */
export const hideSecrets = (
  parameters: readonly PlaybookParameter[] | undefined,
  values: ParameterValues,
): ParameterValues => {
  const hidden = new Set((parameters ?? []).filter(isSecret).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, hidden.has(name) && value !== '' ? maskedSecret : value]),
  )
}

/** Expressions that read an earlier step stay as they are. */
export const renderSteps = (spec: PlaybookSpec, environment: Environment, mask: Mask): Promise<RenderedStep[]> =>
  Promise.all(spec.actions.map((action) => toStep(action, spec, environment, mask)))

const toStep = async (
  action: PlaybookAction,
  spec: PlaybookSpec,
  environment: Environment,
  mask: Mask,
): Promise<RenderedStep> => {
  const kind = getActionKind(action)
  const own = findUnsupportedReason(action, spec.runsOn)
  const { filled, error = own } = await renderAction(action, spec, environment)
  const condition = getCondition(action)
  return {
    name: action.name,
    kind,
    rendered: mask.inText(toYaml(mask.inValue(toRendered(filled)))),
    command: describeStep(kind, filled, action[kind]).map(({ text, isFilled }) => ({
      text: mask.inText(text),
      isFilled,
    })),
    ...(condition !== undefined && { condition }),
    ...(error !== undefined && { problem: mask.inText(error) }),
  }
}

const readsSteps = /getLastAction|getAction|last_result|\.lastAction|\.actions\b|\.run\b/
const leaves = (text: string): boolean => readsSteps.test(text)

const renderAction = async (
  action: PlaybookAction,
  spec: PlaybookSpec,
  environment: Environment,
): Promise<{ filled: FilledAction; error?: string }> => {
  let firstError: string | undefined
  const onError = ({ message }: Error): void => {
    firstError ??= message
  }
  const filled = await fillAction(action, environment, spec, { leaves, onError })
  return { filled, ...(firstError !== undefined && { error: firstError }) }
}

const toRendered = ({ value, variables, values }: FilledAction) => ({
  ...(value as object),
  ...(Object.keys(variables).length === 0 ? {} : { variables }),
  ...(values.length === 0 ? {} : { values }),
})
