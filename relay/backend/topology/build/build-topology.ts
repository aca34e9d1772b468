import type { ComponentSpec, TopologySpec } from '#relay/backend/topology/topology-spec.ts'
import { buildAll } from './build-components.ts'
import type { BuildContext } from './build-context.ts'
import type { Draft } from './draft.ts'
import { fillTemplates } from './fill-templates.ts'

const hasRoot = ({
  type,
  text,
  icon,
  label,
  tooltip,
  properties,
  configs,
  healthExpr,
  statusExpr,
}: TopologySpec): boolean =>
  [type, text, icon, label, tooltip, properties, configs, healthExpr, statusExpr].some((value) => value !== undefined)

const toRoot = (name: string, spec: TopologySpec, components: readonly ComponentSpec[]): ComponentSpec => {
  const { type, text, icon, label, tooltip, owner, id, properties, configs, healthExpr, statusExpr } = spec
  const fields = { type, text, icon, tooltip, owner, externalID: id, properties, configs, healthExpr, statusExpr }
  const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...definedFields, name: label ?? name, components }
}

const listGroups = async ({ groupBy }: TopologySpec, context: BuildContext): Promise<readonly string[]> => {
  if (groupBy === undefined) return []
  const { tag, selectors = [] } = groupBy
  const found = await context.configs(selectors.length === 0 ? [{ tagSelector: tag }] : selectors)
  const values = found.flatMap(({ tags }) => {
    const value: unknown =
      typeof tags === 'object' && tags !== null && tag in tags
        ? Object.entries(tags).find(([key]) => key === tag)?.[1]
        : undefined
    return typeof value === 'string' ? [value] : []
  })
  return [...new Set(values)].toSorted()
}

const buildGroup = async (spec: TopologySpec, value: string, context: BuildContext): Promise<ComponentSpec> => {
  const tag = spec.groupBy?.tag ?? ''
  const filled = await fillTemplates(
    spec.components ?? [],
    { group: { tag, value }, tags: { [tag]: value } },
    { owner: context.owner, signal: context.signal },
  )
  return {
    name: value,
    type: tag,
    labels: { [tag]: value },
    configs: [{ tagSelector: `${tag}=${value}` }],
    components: filled,
  }
}

export const buildTopology = async (
  name: string,
  spec: TopologySpec,
  context: BuildContext,
): Promise<readonly Draft[]> => {
  const components: ComponentSpec[] = spec.groupBy === undefined ? [...(spec.components ?? [])] : []
  for (const value of await listGroups(spec, context)) components.push(await buildGroup(spec, value, context))
  return buildAll(hasRoot(spec) ? [toRoot(name, spec, components)] : components, '', context)
}
