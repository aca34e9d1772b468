import { isMap } from '#shared/primitives/is-map.ts'
import type { ComponentProperty } from '#shared/topology/topology.ts'
import { foundComponentSchema, type ComponentSpec, type ForEach } from '#relay/backend/topology/topology-spec.ts'
import type { BuildContext } from './build-context.ts'
import { buildProperties, sumUp, type OfChildren } from './build-properties.ts'
import type { Draft, DraftFields } from './draft.ts'
import { fillTemplates } from './fill-templates.ts'

const mostComponents = 20_000

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What the answers of a lookup say as components. An answer that is none is an error of the run. */
const readFound = (answers: readonly unknown[], at: string, context: BuildContext): readonly ComponentSpec[] =>
  answers
    .flatMap((answer): readonly unknown[] =>
      isMap(answer) && Array.isArray(answer['components']) ? answer['components'] : [answer].flat(),
    )
    .flatMap((entry): readonly ComponentSpec[] => {
      const given = isMap(entry)
        ? Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))
        : entry
      const read = foundComponentSchema.safeParse(given)
      if (!read.success) {
        const [issue] = read.error.issues
        context.error(
          `${at}: the lookup answered what is no component (${issue?.path.join('.') || 'it'}: ${issue?.message ?? ''}).`,
        )
        return []
      }
      const below: readonly unknown[] = isMap(entry) && Array.isArray(entry['components']) ? entry['components'] : []
      return [{ ...read.data, components: readFound(below, at, context) }]
    })

/** What templates of a component's children read. */
const environmentOf = ({ fields, properties }: Draft): Record<string, unknown> => ({
  component: { ...fields, properties },
  properties: Object.fromEntries(properties.map(({ name, value, text }) => [name ?? '', value ?? text ?? ''])),
})

const merged = (
  properties: readonly ComponentProperty[],
  more: readonly ComponentProperty[] = [],
): readonly ComponentProperty[] => {
  const names = new Set(more.map(({ name }) => name))
  return [...properties.filter(({ name }) => !names.has(name)), ...more]
}

/** Adds to a child what its parent says of each: properties, selectors, checks and components, with the child's own values filled in. */
const completed = async (child: Draft, each: ForEach, at: string, context: BuildContext): Promise<Draft> => {
  const place = `${at} / ${child.fields.name}`
  try {
    const filled = await fillTemplates(each, environmentOf(child), { owner: context.owner, signal: context.signal })
    const { own } = await buildProperties(filled.properties ?? [], place, context)
    const components = await buildAll(filled.components ?? [], place, context)
    return {
      fields: {
        ...child.fields,
        relationships: [...(child.fields.relationships ?? []), ...(filled.relationships ?? [])],
      },
      properties: merged(child.properties, own),
      selectors: [...child.selectors, ...(filled.selectors ?? [])],
      configs: [...child.configs, ...(filled.configs ?? [])],
      checks: [...child.checks, ...(filled.checks ?? [])],
      children: [...child.children, ...components],
    }
  } catch (error) {
    context.error(`${place}: forEach cannot be applied. ${sentenceOf(error)}`)
    return child
  }
}

const withProperties = (child: Draft, ofChildren: OfChildren): Draft => {
  const more = ofChildren.get(child.fields.name) ?? ofChildren.get(child.fields.externalID ?? '')
  return more === undefined ? child : { ...child, properties: merged(child.properties, more) }
}

/** The components below one: those that its document names, and those that its lookup finds. */
const childrenOf = async (spec: ComponentSpec, at: string, context: BuildContext): Promise<readonly Draft[]> => {
  const found = spec.lookup === undefined ? [] : readFound(await context.lookup(spec.lookup, at), at, context)
  if (found.length > mostComponents) {
    context.error(`${at}: the lookup found ${found.length} components. Only the first ${mostComponents} are kept.`)
  }
  return buildAll([...(spec.components ?? []), ...found.slice(0, mostComponents)], at, context)
}

const eachOf = async (
  children: readonly Draft[],
  { forEach }: ComponentSpec,
  at: string,
  context: BuildContext,
): Promise<readonly Draft[]> => {
  if (forEach === undefined) return children
  const all: Draft[] = []
  for (const child of children) all.push(await completed(child, forEach, at, context))
  return all
}

const fieldsOf = ({
  components: _components,
  lookup: _lookup,
  forEach: _forEach,
  properties: _properties,
  selectors: _selectors,
  configs: _configs,
  checks: _checks,
  name = '',
  ...fields
}: ComponentSpec): DraftFields => ({ ...fields, name })

/** The components that one of a document stands for: itself, or where it has no name what its lookup finds. */
const build = async (spec: ComponentSpec, at: string, context: BuildContext): Promise<readonly Draft[]> => {
  context.signal.throwIfAborted()
  const place = at === '' ? (spec.name ?? 'lookup') : `${at} / ${spec.name ?? 'lookup'}`
  const { own, ofChildren } = await buildProperties(spec.properties ?? [], place, context)
  const below = await eachOf(await childrenOf(spec, place, context), spec, place, context)
  const children = below.map((child) => withProperties(child, ofChildren))
  if (spec.name === undefined) return children
  const properties = await sumUp(spec.properties ?? [], own, children.map(environmentOf), context)
  return [
    {
      fields: fieldsOf(spec),
      properties,
      selectors: spec.selectors ?? [],
      configs: spec.configs ?? [],
      checks: spec.checks ?? [],
      children,
    },
  ]
}

/** Builds components with everything below them. Rejects only when the signal fires or the database does. */
export const buildAll = async (
  specs: readonly ComponentSpec[],
  at: string,
  context: BuildContext,
): Promise<readonly Draft[]> => {
  const all: Draft[] = []
  for (const spec of specs) all.push(...(await build(spec, at, context)))
  return all
}
