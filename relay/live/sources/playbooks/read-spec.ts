import { z } from 'zod'
import { actionKinds, usualApproval } from '#shared/playbooks/playbook-spec.ts'
import type { Approvers, PlannedStep, RunParameter } from '#shared/playbooks/run-part.ts'

const named = z.looseObject({ name: z.string() })
const list = <Item>(item: z.ZodType<Item>) => z.array(item).catch([])
const texts = list(z.string())

/** Other versions of the backend may add or omit fields. */
const specSchema = z
  .object({
    actions: list(
      named.extend({
        if: z.string().optional(),
        filter: z.string().optional(),
        retry: z.object({ limit: z.number() }).optional().catch(undefined),
      }),
    ),
    parameters: list(
      named.extend({
        label: z.string().optional(),
        type: z.string().optional(),
        properties: z.object({ format: z.string().optional() }).optional().catch(undefined),
      }),
    ),
    approval: z
      .object({
        type: z.enum(['any', 'all']).catch(usualApproval),
        approvers: z.object({ people: texts, teams: texts }).catch({ people: [], teams: [] }),
      })
      .optional()
      .catch(undefined),
  })
  .catch({ actions: [], parameters: [], approval: undefined })
type ReadSpec = z.infer<typeof specSchema>

export const readSpec = (spec: unknown): ReadSpec => specSchema.parse(spec ?? {})

export const listSteps = ({ actions }: ReadSpec): PlannedStep[] =>
  actions.map((action) => ({
    name: action.name,
    kind: actionKinds.find((kind) => kind in action) ?? '',
    condition: action.if ?? action.filter ?? null,
    retries: action.retry?.limit ?? 0,
  }))

export const approversIn = ({ approval }: ReadSpec): Approvers | null => {
  if (approval === undefined) return null
  const { people, teams } = approval.approvers
  return people.length + teams.length === 0 ? null : { type: approval.type, people, teams }
}

/** Values of secret parameters must never leave the relay. */
export const listValues = ({ parameters }: ReadSpec, values: Readonly<Record<string, string>> | null): RunParameter[] =>
  Object.entries(values ?? {}).map(([name, value]) => {
    const known = parameters.find((parameter) => parameter.name === name)
    const secret = known?.type === 'secret' || known?.properties?.format === 'password'
    return { name, label: known?.label ?? name, type: known?.type, value: secret ? null : value, secret }
  })
