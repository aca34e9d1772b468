import { isMap } from '#shared/primitives/is-map.ts'
import type { ComponentProperty } from '#shared/topology/topology.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'
import { evaluate, type Template } from '#relay/backend/templates/template.ts'
import type { ComponentSpec, ForEach } from '#relay/backend/topology/topology-spec.ts'
import type { BuildContext } from './build-context.ts'
import { buildProperties, sumUp, type PropertiesByChild } from './build-properties.ts'
import type { Draft, DraftFields } from './draft.ts'
import { emptyFields } from './empty-fields.ts'
import { fillTemplates, withInner } from './fill-templates.ts'
import { foundComponentSchema } from './found-component.ts'

const mostComponents = 20_000

const readFound = (results: readonly unknown[], at: string, context: BuildContext): readonly ComponentSpec[] =>
  results
    .flatMap((result): readonly unknown[] =>
      isMap(result) && Array.isArray(result['components']) ? result['components'] : [result].flat(),
    )
    .flatMap((entry): readonly ComponentSpec[] => {
      const read = foundComponentSchema.safeParse(entry)
      if (!read.success) {
        const { reason } = firstSpecError(foundComponentSchema, read.error, entry)
        context.error(`${at}: the lookup returned an invalid component (${reason.replace(/\.$/, '')}).`)
        return []
      }
      const below: readonly unknown[] = isMap(entry) && Array.isArray(entry['components']) ? entry['components'] : []
      return [{ ...read.data, components: readFound(below, at, context) }]
    })

export const componentVariables = ({
  fields,
  properties,
}: Pick<Draft, 'fields' | 'properties'>): Record<string, unknown> => ({
  component: { ...fields, properties },
  self: { ...fields, properties },
  properties: Object.fromEntries(properties.map(({ name, value, text }) => [name ?? '', value ?? text ?? ''])),
})

const merged = (
  properties: readonly ComponentProperty[],
  more: readonly ComponentProperty[] = [],
): readonly ComponentProperty[] => {
  const names = new Set(more.map(({ name }) => name))
  return [...properties.filter(({ name }) => !names.has(name)), ...more]
}

/** Lookups and expressions have values of their own at the root, so there only `component` is that of the child. */
const fillForEach = async (each: ForEach, child: Draft, { owner, signal, group }: BuildContext): Promise<ForEach> => {
  const inner = await fillTemplates(each, { ...group, ...componentVariables(child) }, { owner, signal })
  const environment = textVariables(child, group)
  const outer = await fillTemplates(each, environment, { owner, signal, skipped: ownTemplates })
  return withInner(outer, inner, ownTemplates)
}

const completed = async (child: Draft, each: ForEach, at: string, context: BuildContext): Promise<Draft> => {
  const childPath = `${at} / ${child.fields.name}`
  try {
    const filled = await fillForEach(each, child, context)
    const { own } = await buildProperties(filled.properties ?? [], childPath, context)
    const components = await buildAll(filled.components ?? [], childPath, { ...context, hasPlainTexts: true })
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
    context.error(`${childPath}: forEach failed. ${toErrorMessage(error)}`)
    return child
  }
}

/** They have values of their own, such as the results of a lookup. */
const ownTemplates = new Set(['lookup', 'configLookup', 'summary', 'inline', 'healthExpr', 'statusExpr', 'forEach'])

const withProperties = (child: Draft, ofChildren: PropertiesByChild): Draft => {
  const { name, externalID = '', id = '' } = child.fields
  const more = ofChildren.get(name) ?? ofChildren.get(externalID) ?? ofChildren.get(id)
  return more === undefined ? child : { ...child, properties: merged(child.properties, more) }
}

const buildChildren = async (spec: ComponentSpec, at: string, context: BuildContext): Promise<readonly Draft[]> => {
  const found = spec.lookup === undefined ? [] : readFound(await context.lookup(spec.lookup, at), at, context)
  if (found.length > mostComponents) {
    context.error(`${at}: the lookup found ${found.length} components. Only the first ${mostComponents} are used.`)
  }
  const own = await buildAll(spec.components ?? [], at, context)
  const children = await buildAll(found.slice(0, mostComponents), at, { ...context, hasPlainTexts: true })
  const { id } = spec
  if (id === undefined || typeof id === 'string') return [...own, ...children]
  return [
    ...own,
    ...(await Promise.all(children.map((child) => withId(child, id, `${at} / ${child.fields.name}`, context)))),
  ]
}

const applyForEach = async (
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

const withId = async (
  draft: Draft,
  id: Template,
  at: string,
  { owner, signal, group, error }: BuildContext,
): Promise<Draft> => {
  try {
    const value = await evaluate(id, { ...group, ...componentVariables(draft) }, { owner, signal })
    if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      return { ...draft, fields: { ...draft.fields, externalID: String(value) } }
    error(`${at}: id: must return a text, got ${JSON.stringify(value) ?? 'nothing'}.`)
  } catch (failure) {
    signal.throwIfAborted()
    error(`${at}: id: ${toErrorMessage(failure)}`)
  }
  return draft
}

const textVariables = (known: Pick<Draft, 'fields' | 'properties'>, group: BuildContext['group']) => ({
  ...emptyFields,
  ...known.fields,
  ...group,
  ...componentVariables(known),
})

const fillTexts = async <Part>(
  part: Part,
  known: Pick<Draft, 'fields' | 'properties'>,
  at: string,
  { owner, signal, group, hasPlainTexts = false, error }: BuildContext,
): Promise<Part> => {
  if (hasPlainTexts) return part
  try {
    return await fillTemplates(part, textVariables(known, group), { owner, signal, skipped: ownTemplates })
  } catch (failure) {
    signal.throwIfAborted()
    error(`${at}: ${toErrorMessage(failure)}`)
    return part
  }
}

const toFields = (spec: ComponentSpec, { namespace }: BuildContext): DraftFields => ({
  ...(namespace !== undefined && { namespace }),
  ...pickFields(spec),
})

const pickFields = ({
  components: _components,
  lookup: _lookup,
  forEach: _forEach,
  properties: _properties,
  selectors: _selectors,
  configs: _configs,
  checks: _checks,
  id,
  name = '',
  ...fields
}: ComponentSpec): DraftFields => ({ ...fields, ...(typeof id === 'string' && { id }), name })

/** A component without a name is replaced by the results of its lookup. */
const build = async (spec: ComponentSpec, at: string, context: BuildContext): Promise<readonly Draft[]> => {
  context.signal.throwIfAborted()
  const componentPath = at === '' ? (spec.name ?? 'lookup') : `${at} / ${spec.name ?? 'lookup'}`
  const fields = toFields(spec, context)
  const written = await fillTexts(spec.properties ?? [], { fields, properties: [] }, componentPath, context)
  const { own, ofChildren } = await buildProperties(written, componentPath, context)
  const below = await applyForEach(await buildChildren(spec, componentPath, context), spec, componentPath, context)
  const children = below.map((child) => withProperties(child, ofChildren))
  if (spec.name === undefined) return children
  const properties = await sumUp(written, own, children.map(componentVariables), context)
  const { selectors = [], configs = [], checks = [] } = spec
  const parts = await fillTexts({ fields, selectors, configs, checks }, { fields, properties }, componentPath, context)
  const draft: Draft = { ...parts, properties, children }
  const { id, lookup } = spec
  const isOwnId = id !== undefined && typeof id !== 'string' && lookup === undefined
  return [isOwnId ? await withId(draft, id, componentPath, context) : draft]
}

export const buildAll = async (
  specs: readonly ComponentSpec[],
  at: string,
  context: BuildContext,
): Promise<readonly Draft[]> => {
  const all: Draft[] = []
  for (const spec of specs) all.push(...(await build(spec, at, context)))
  return all
}
