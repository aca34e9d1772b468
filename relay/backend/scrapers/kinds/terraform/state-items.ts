import { z } from 'zod'
import { appendValue } from '#shared/primitives/append-value.ts'
import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundError, FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { isSensitiveAttribute, withoutPaths } from './sensitive-values.ts'

const instanceSchema = z.looseObject({
  index_key: z.union([z.string(), z.number()]).optional(),
  status: z.string().optional(),
  deposed: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  sensitive_attributes: z.array(z.unknown()).nullish().catch(null),
  dependencies: z.array(z.string()).nullish(),
})
const resourceSchema = z.looseObject({
  module: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  provider: z.string().optional(),
  instances: z.array(instanceSchema).catch([]),
})
const stateSchema = z.looseObject({
  version: z.literal(4),
  terraform_version: z.string().optional(),
  serial: z.number().optional(),
  lineage: z.string().min(1),
  outputs: z.record(z.string(), z.looseObject({ value: z.unknown(), sensitive: z.boolean().optional() })).nullish(),
  resources: z.array(resourceSchema).nullish(),
})
type Resource = z.infer<typeof resourceSchema>
type Instance = z.infer<typeof instanceSchema>
type State = z.infer<typeof stateSchema>

const stateType = 'Terraform::State'
const linkedMax = 100

const resourceAddress = ({ module: within, type, name }: Resource): string =>
  [within, type, name].filter((part) => part !== undefined && part !== '').join('.')

const instanceAddress = (resource: Resource, { index_key: key, deposed }: Instance): string =>
  `${resourceAddress(resource)}${key === undefined ? '' : `[${JSON.stringify(key)}]`}${deposed === undefined ? '' : ` (deposed ${deposed})`}`

const findProvider = ({ provider = '' }: Resource): string | undefined =>
  /\["(?:registry\.[^/"]+\/)?([^"]+)"\]/.exec(provider)?.[1]

const isManaged = ({ mode }: Resource): boolean => mode === 'managed'

/** Only globally unique names, so that it links to the same resource found elsewhere. */
const nameElsewhere = ({ attributes }: Instance): string | undefined => {
  const found = ['arn', 'self_link', 'id'].map((name) => attributes?.[name])
  return found.find(
    (name): name is string => typeof name === 'string' && /^(arn:|https:\/\/|\/subscriptions\/)/.test(name),
  )
}

const plainAttributes = (type: string, { attributes, sensitive_attributes: paths }: Instance): unknown => {
  const named = Object.fromEntries(
    Object.entries(attributes ?? {}).map(([name, value]) => [
      name,
      value !== null && isSensitiveAttribute(type, name) ? maskedSecret : value,
    ]),
  )
  return withoutPaths(named, paths ?? [])
}

const toOutputs = ({ outputs }: State): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(outputs ?? {}).map(([name, { value, sensitive }]) => [
      name,
      sensitive === true ? maskedSecret : value,
    ]),
  )

interface Known {
  readonly state: State
  readonly source: string | undefined
  readonly instances: ReadonlyMap<string, readonly string[]>
}

const toLinks = (instance: Instance, { state, instances }: Known): ItemLink[] => {
  const elsewhere = nameElsewhere(instance)
  const needed = (instance.dependencies ?? []).flatMap((address) => instances.get(address) ?? []).slice(0, linkedMax)
  return [
    { kind: 'parent', to: { type: stateType, id: state.lineage } },
    ...needed.map((id): ItemLink => ({ kind: 'related', relation: 'DependsOn', to: { id } })),
    ...(elsewhere === undefined
      ? []
      : [{ kind: 'related', relation: 'Manages', to: { id: elsewhere } } satisfies ItemLink]),
  ]
}

const toId = ({ lineage }: State, address: string): string => `${lineage}/${address}`

const toItem = (resource: Resource, instance: Instance, known: Known): FoundItem => {
  const address = instanceAddress(resource, instance)
  const status = instance.deposed === undefined ? (instance.status ?? null) : 'deposed'
  const provider = findProvider(resource)
  return {
    kind: 'item',
    config: {
      address,
      ...(provider !== undefined && { provider }),
      attributes: plainAttributes(resource.type, instance),
    },
    known: {
      id: toId(known.state, address),
      name: address,
      type: `Terraform::${resource.type}`,
      configClass: 'Terraform',
      status,
      health: status === null ? null : 'warning',
      tags: { ...(resource.module !== undefined && { module: resource.module }), ...(provider && { provider }) },
      source: known.source,
      links: toLinks(instance, known),
    },
  }
}

/** State version 4. Security: omits sensitive values and the providers' private data. */
export const parseStateItems = (
  document: unknown,
  { source, name }: { readonly source: string | undefined; readonly name: string },
): readonly (FoundItem | FoundError)[] => {
  const read = stateSchema.safeParse(document)
  if (!read.success)
    return [
      {
        kind: 'error',
        reason: `${name} is not a Terraform state of version 4 (${read.error.issues[0]?.path.join('.') || 'it'} is invalid). Terraform 0.12 and later write these.`,
      },
    ]
  const state = read.data
  const managed = (state.resources ?? []).filter(isManaged)
  const instances = new Map<string, string[]>()
  for (const resource of managed)
    for (const instance of resource.instances) {
      const address = resourceAddress(resource)
      appendValue(instances, address, toId(state, instanceAddress(resource, instance)))
    }
  const known: Known = { state, source, instances }
  return [
    {
      kind: 'item',
      config: {
        terraform_version: state.terraform_version,
        serial: state.serial,
        lineage: state.lineage,
        outputs: toOutputs(state),
        resources: [...instances.values()].reduce((sum, ids) => sum + ids.length, 0),
      },
      known: { id: state.lineage, name, type: stateType, configClass: 'Terraform', source },
    },
    ...managed.flatMap((resource) => resource.instances.map((instance) => toItem(resource, instance, known))),
  ]
}
