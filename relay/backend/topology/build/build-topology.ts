import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { ComponentSpec, TopologySpec } from '#relay/backend/topology/topology-spec.ts'
import { buildAll } from './build-components.ts'
import type { BuildContext } from './build-context.ts'
import type { Draft } from './draft.ts'
import { fillTemplates } from './fill-templates.ts'

interface NamedTopology {
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly spec: TopologySpec
}

interface Group {
  readonly tag: string
  readonly value: string
}

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

const toTitle = (name: string, { text, label, name: title }: TopologySpec): string => text ?? label ?? title ?? name

/** Its external id does not depend on the text, so that a changed text leaves the component the same. */
const toRoot = (
  { name, namespace, spec }: NamedTopology,
  group?: Group & { readonly plainTitle: string },
): ComponentSpec => {
  const { type, text, icon, label, tooltip, owner, id, properties, configs = [], healthExpr, statusExpr } = spec
  const plainId = typeof id === 'string' ? id : [`${namespace}/${name}`, type ?? '', label ?? name].join('/')
  const idExpression = typeof id === 'string' ? undefined : id
  const fields = { type, text, icon, tooltip, owner, id: idExpression, properties, healthExpr, statusExpr }
  const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const title = toTitle(name, spec)
  const components = spec.components ?? []
  if (group === undefined) return { ...definedFields, name: title, externalID: plainId, configs, components }
  const { tag, value, plainTitle } = group
  return {
    ...definedFields,
    name: title === plainTitle ? `${title} (${value})` : title,
    externalID: `${plainId} (${value})`,
    labels: { [tag]: value },
    configs: [...configs, { tagSelector: `${tag}=${value}` }],
    components,
  }
}

const listGroups = async ({ groupBy }: TopologySpec, context: BuildContext): Promise<readonly Group[]> => {
  if (groupBy === undefined) return []
  const { tag, selectors } = groupBy
  const found = await context.configs(selectors.length === 0 ? [{ tagSelector: tag }] : selectors)
  const values = found.flatMap(({ tags }) => {
    const value: unknown =
      typeof tags === 'object' && tags !== null && tag in tags
        ? Object.entries(tags).find(([key]) => key === tag)?.[1]
        : undefined
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  return [...new Set(values)].toSorted().map((value) => ({ tag, value }))
}

const buildGroup = async (topology: NamedTopology, group: Group, context: BuildContext): Promise<readonly Draft[]> => {
  const { name, spec } = topology
  const environment = { group, tags: { [group.tag]: group.value } }
  const filled = await fillTemplates(spec, environment, { owner: context.owner, signal: context.signal })
  const root = toRoot({ ...topology, spec: filled }, { ...group, plainTitle: toTitle(name, spec) })
  return buildAll([root], '', { ...context, group: environment })
}

const withLabels = (draft: Draft, labels: NamedTopology['labels']): Draft => {
  const own = { ...labels, ...draft.fields.labels }
  const children = draft.children.map((child) => withLabels(child, labels))
  return { ...draft, fields: { ...draft.fields, ...(Object.keys(own).length > 0 && { labels: own }) }, children }
}

/** A component of the type `virtual` only wraps others where it is the only one. */
const unwrap = (drafts: readonly Draft[]): readonly Draft[] => {
  const [only] = drafts
  return drafts.length === 1 && only?.fields.type?.toLowerCase() === 'virtual' ? only.children : drafts
}

const listExternalIds = ({ fields, children }: Draft): readonly string[] => [
  ...(fields.externalID === undefined ? [] : [fields.externalID]),
  ...(fields.id === undefined ? [] : [fields.id]),
  ...children.flatMap(listExternalIds),
]

const withOwnIds = (draft: Draft, shared: ReadonlySet<string>, value: string): Draft => {
  const id = draft.fields.externalID ?? draft.fields.id
  const fields = id !== undefined && shared.has(id) ? { ...draft.fields, externalID: `${id} (${value})` } : draft.fields
  return { ...draft, fields, children: draft.children.map((child) => withOwnIds(child, shared, value)) }
}

/** External ids are unique within a topology, so one that several groups contain is made unique by the group. */
const buildGroups = async (topology: NamedTopology, context: BuildContext): Promise<readonly Draft[]> => {
  const counts = new Map<string, number>()
  const built: { readonly value: string; readonly drafts: readonly Draft[] }[] = []
  for (const group of await listGroups(topology.spec, context)) {
    const drafts = await buildGroup(topology, group, context)
    built.push({ value: group.value, drafts })
    for (const id of new Set(drafts.flatMap(listExternalIds))) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const shared = new Set([...counts].flatMap(([id, count]) => (count > 1 ? [id] : [])))
  return built.flatMap(({ value, drafts }) =>
    drafts.map((draft) => withOwnIds({ ...draft, children: unwrap(draft.children) }, shared, value)),
  )
}

const buildOne = async (topology: NamedTopology, context: BuildContext): Promise<readonly Draft[]> => {
  const { spec } = topology
  if (!hasRoot(spec)) return unwrap(await buildAll(spec.components ?? [], '', context))
  const [root] = await buildAll([toRoot(topology)], '', context)
  return root === undefined ? [] : unwrap([{ ...root, children: unwrap(root.children) }])
}

const mentionsGroup = (text: string | undefined): boolean => /\b(?:group|tags)\b/.test(text ?? '')

/** A title of the root is a template over the topology, unless it is one over the group. */
const withTitles = async (topology: NamedTopology, context: BuildContext): Promise<NamedTopology> => {
  const { name, namespace, labels, spec } = topology
  const { text, label, type } = spec
  if (mentionsGroup(text) || mentionsGroup(label)) return topology
  try {
    const options = { owner: context.owner, signal: context.signal }
    const titles = await fillTemplates({ text, label }, { name, namespace, labels, type }, options)
    return { ...topology, spec: { ...spec, ...titles } }
  } catch (failure) {
    context.signal.throwIfAborted()
    context.error(`${name}: ${toErrorMessage(failure)}`)
    return topology
  }
}

export const buildTopology = async (named: NamedTopology, context: BuildContext): Promise<readonly Draft[]> => {
  const topology = await withTitles(named, context)
  const build = topology.spec.groupBy === undefined ? buildOne : buildGroups
  const drafts = await build(topology, { ...context, namespace: topology.namespace })
  return drafts.map((draft) => withLabels(draft, topology.labels))
}
