import { z } from 'zod'
import { appendValue } from '#shared/primitives/append-value.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import type { ComponentProperty } from '#shared/topology/topology.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { foundPropertySchema, type PropertySpec } from '#relay/backend/topology/topology-spec.ts'
import type { BuildContext } from './build-context.ts'
import { finishProperty, type PlainProperty } from './finish-property.ts'

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const mergedWith = (plain: PlainProperty, result: unknown): PlainProperty => {
  if (typeof result === 'number') return { ...plain, value: result }
  if (!isMap(result)) return { ...plain, text: toText(result) }
  const read = foundPropertySchema.safeParse(withoutNulls(result))
  return read.success ? { ...plain, ...read.data } : { ...plain, text: JSON.stringify(result) }
}

export type PropertiesByChild = ReadonlyMap<string, readonly ComponentProperty[]>

type ChildEntry = readonly [child: string, properties: readonly unknown[]]

interface SortedResults {
  readonly values: readonly unknown[]
  readonly byChild: readonly ChildEntry[]
  readonly isList: boolean
}

const childNameSchema = z
  .looseObject({ name: z.string().optional(), external_id: z.string().optional(), externalID: z.string().optional() })
  .transform(({ name, external_id: column, externalID }) => name ?? externalID ?? column)

const readChildEntries = (result: unknown): readonly ChildEntry[] => {
  if (!isMap(result)) return []
  if (Array.isArray(result['properties'])) {
    const name = childNameSchema.safeParse(result).data
    return name === undefined ? [] : [[name, result['properties']]]
  }
  if (Array.isArray(result['components'])) return result['components'].flatMap(readChildEntries)
  const entries = Object.entries(result)
  const lists = entries.map(([name, value]): ChildEntry | undefined => {
    const list: unknown = isMap(value) ? value['properties'] : value
    return Array.isArray(list) ? [name, list] : undefined
  })
  return entries.length > 0 && lists.every((entry) => entry !== undefined) ? lists : []
}

const isChildless = (result: unknown): boolean =>
  isMap(result) && ['properties', 'components'].some((key) => Array.isArray(result[key]))

/** A list may contain properties of the component and children with theirs. */
const sortResults = (results: readonly unknown[]): SortedResults => {
  const isList = results.some((result) => Array.isArray(result))
  const flat = (results.flat() as readonly unknown[]).filter((result) => result !== undefined && result !== null)
  const byChild = flat.flatMap(readChildEntries)
  const values = flat.filter((result) => readChildEntries(result).length === 0 && !isChildless(result))
  return { values, byChild, isList }
}

interface BuiltProperties {
  readonly own: readonly ComponentProperty[]
  readonly ofChildren: PropertiesByChild
}

const looked = async (
  { lookup, thresholds, ...plain }: Omit<PropertySpec, 'configLookup' | 'summary'>,
  at: string,
  context: BuildContext,
): Promise<BuiltProperties> => {
  const none: PropertiesByChild = new Map()
  if (lookup === undefined) return { own: [finishProperty(plain, thresholds)], ofChildren: none }
  const results = await context.lookup(lookup, `${at} ${plain.name ?? ''}`)
  const { values, byChild, isList } = sortResults(results)
  const finished = (one: unknown) => finishProperty(mergedWith(plain, one), thresholds)
  const ofChildren = new Map<string, ComponentProperty[]>()
  for (const [name, list] of byChild) for (const one of list) appendValue(ofChildren, name, finished(one))
  if (isList || byChild.length > 0) return { own: values.map(finished), ofChildren }
  const [first] = values
  return { own: [first === undefined ? finishProperty(plain, thresholds) : finished(first)], ofChildren }
}

const fromConfig = async (
  { configLookup, ...property }: Omit<PropertySpec, 'summary'>,
  context: BuildContext,
): Promise<Omit<PropertySpec, 'configLookup' | 'summary'>> => {
  if (configLookup === undefined) return property
  const { id, config, field, display } = configLookup
  const [found] = await context.configs([{ ...config, ...(id !== undefined && { id }) }])
  if (found === undefined) return property
  const options = { owner: context.owner, signal: context.signal }
  const value = field === undefined ? found.config : await evaluate({ jsonPath: field }, found.config, options)
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const [first] = list
  const whole: unknown = list.length > 1 ? list : first
  const plain = list.length > 1 ? list.map(toText).join(', ') : first
  const shown =
    display === undefined
      ? plain
      : await evaluate(display, { config: found.config, item: found, value: whole }, options)
  return shown === undefined || shown === null ? property : { ...property, ...mergedWith({}, shown) }
}

export const buildProperties = async (
  specs: readonly PropertySpec[],
  at: string,
  context: BuildContext,
): Promise<BuiltProperties> => {
  const own: ComponentProperty[] = []
  const ofChildren = new Map<string, ComponentProperty[]>()
  for (const { summary: _, ...spec } of specs) {
    const known = await fromConfig(spec, context).catch((error: unknown) => {
      context.error(`${at}: the property ${spec.name ?? ''} is invalid. ${toErrorMessage(error)}`)
      const { configLookup: __, ...plain } = spec
      return plain
    })
    const built = await looked(known, at, context)
    own.push(...built.own)
    for (const [name, list] of built.ofChildren) for (const one of list) appendValue(ofChildren, name, one)
  }
  return { own, ofChildren }
}

export const sumUp = async (
  specs: readonly PropertySpec[],
  properties: readonly ComponentProperty[],
  children: readonly unknown[],
  context: BuildContext,
): Promise<readonly ComponentProperty[]> => {
  const sums = new Map<string, ComponentProperty>()
  for (const { summary, thresholds, lookup: _, configLookup: __, ...plain } of specs) {
    if (summary === undefined) continue
    try {
      const value = await evaluate(summary, { components: children }, { owner: context.owner, signal: context.signal })
      sums.set(plain.name ?? '', finishProperty(mergedWith(plain, value), thresholds))
    } catch (error) {
      context.error(`The summary of the property ${plain.name ?? ''} failed. ${toErrorMessage(error)}`)
    }
  }
  return properties.map((property) => sums.get(property.name ?? '') ?? property)
}
