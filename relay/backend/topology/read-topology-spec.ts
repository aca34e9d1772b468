import { isMap } from '#shared/primitives/is-map.ts'
import { readCanarySpec, type CheckKinds } from '#relay/backend/checks/canary-spec.ts'
import { pathOf } from '#relay/backend/resources/parse-documents.ts'
import type { DocumentFault, DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { parseSchedule, ScheduleError, type Schedule } from '#relay/backend/schedule/schedule.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { expressionOf, problemOf, templateSchema } from '#relay/backend/templates/template.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { isTemplated } from './build/fill-templates.ts'
import { catalogLookupSchema, topologySpecSchema, type TopologySpec } from './topology-spec.ts'

export interface ReadyTopology {
  readonly spec: TopologySpec
  readonly schedule: Schedule
}

type ReadTopologySpec = { readonly topology: ReadyTopology } | { readonly problem: DocumentFault }

const defaultSchedule = '@every 5m'
const mostLevels = 20

interface Part {
  readonly path: DocumentPath
  readonly key: string
  readonly value: unknown
}

/** Everything in a document by its key, outside of lookups, which are read as canaries. */
const partsOf = (value: unknown, path: DocumentPath): readonly Part[] => {
  if (path.length > mostLevels * 2) return []
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((entry: unknown, index) => [index, entry] as const)
    : isMap(value)
      ? Object.entries(value)
      : []
  return entries.flatMap(([key, entry]) => {
    const part: Part = { path: [...path, key], key: String(key), value: entry }
    return key === 'lookup' || key === 'inline' ? part : [part].concat(partsOf(entry, part.path))
  })
}

/** What a part asks to be evaluated, if it is an expression. */
const expressionIn = ({ key, value }: Part): Expression | undefined => {
  if ((key === 'healthExpr' || key === 'statusExpr') && typeof value === 'string')
    return { language: 'expr', source: value }
  if (key !== 'display' && key !== 'summary') return undefined
  const template = templateSchema.safeParse(value)
  return template.success ? expressionOf(template.data) : undefined
}

const faultOfCatalog = async (value: unknown, path: DocumentPath): Promise<DocumentFault | undefined> => {
  const read = catalogLookupSchema.safeParse(value)
  if (!read.success) {
    const [issue] = specIssues(catalogLookupSchema, read.error, value)
    const place = [...path, ...pathOf(issue)]
    return { path: place, reason: `${place.join('.')}: ${issue?.message ?? 'cannot be read'}.` }
  }
  for (const [index, { display, transform }] of read.data.entries()) {
    const shown = transform ?? display
    const problem = shown && (await problemOf(expressionOf(shown)))
    if (problem !== undefined) return { path: [...path, index], reason: `catalog: ${problem.message}` }
  }
  return undefined
}

const faultOfLookup = async ({ path, key, value }: Part, kinds: CheckKinds): Promise<DocumentFault | undefined> => {
  const { catalog, ...canary } = isMap(value) ? value : {}
  const fault =
    key === 'lookup' && catalog !== undefined ? await faultOfCatalog(catalog, [...path, 'catalog']) : undefined
  if (fault !== undefined) return fault
  const { checks, problem, broken } = await readCanarySpec(key === 'lookup' ? canary : value, kinds)
  if (broken && problem !== undefined) return { path: [...path, ...problem.path], reason: problem.reason }
  const isFilledLater = isTemplated(value)
  const known = new Set(kinds.here.map(({ key }) => key))
  const bad = checks.find((check) => check.problem !== undefined && !(isFilledLater && known.has(check.type)))
  return bad?.problem && { path: [...path, ...bad.problem.path], reason: `${bad.name}: ${bad.problem.reason}` }
}

const depthOf = (value: unknown): number =>
  typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf))

const scheduleOf = (text: string): Schedule | DocumentFault => {
  try {
    return parseSchedule(text)
  } catch (error) {
    if (error instanceof ScheduleError) return { path: ['schedule'], reason: error.message }
    throw error
  }
}

const firstFault = async (value: unknown, kinds: CheckKinds): Promise<DocumentFault | undefined> => {
  for (const part of partsOf(value, [])) {
    const isLookup = part.key === 'lookup' || part.key === 'inline'
    const fault = isLookup ? await faultOfLookup(part, kinds) : undefined
    if (fault !== undefined) return fault
    const expression = isLookup ? undefined : expressionIn(part)
    const problem = expression && (await problemOf(expression))
    if (problem !== undefined) return { path: part.path, reason: `${part.path.join('.')}: ${problem.message}` }
  }
  return undefined
}

/** Reads a topology's spec; the first thing that is wrong with it, at its place. */
export const readTopologySpec = async (value: unknown, kinds: CheckKinds): Promise<ReadTopologySpec> => {
  const given = value ?? {}
  const mask = new Mask()
  mask.hideAll(secretsIn(given))
  const problem = (path: DocumentPath, reason: string) => ({ problem: { path, reason: mask.inText(reason) } })
  if (depthOf(given) > mostLevels * 3)
    return problem(['components'], `components: they are more than ${mostLevels} levels deep.`)
  const read = topologySpecSchema.safeParse(given)
  if (!read.success) {
    const [issue] = specIssues(topologySpecSchema, read.error, given)
    const path = pathOf(issue)
    return problem(path, `${path.length === 0 ? 'The spec' : path.join('.')}: ${issue?.message ?? 'cannot be read'}.`)
  }
  const { components = [], properties = [], groupBy } = read.data
  if (components.length === 0 && properties.length === 0 && groupBy === undefined)
    return problem([], 'The spec names no components.')
  const fault = await firstFault(given, kinds)
  if (fault !== undefined) return problem(fault.path, fault.reason)
  const schedule = scheduleOf(read.data.schedule ?? defaultSchedule)
  return 'reason' in schedule ? problem(schedule.path, schedule.reason) : { topology: { spec: read.data, schedule } }
}

/** What is wrong with a row of `topologies` that is to be written, as a sentence; other relations are none of its business. */
export const faultOfTopology =
  (kinds: CheckKinds) =>
  async (relation: string, row: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
    if (relation !== 'topologies' || !Object.hasOwn(row, 'spec')) return undefined
    const read = await readTopologySpec(row['spec'], kinds)
    return 'problem' in read ? read.problem.reason : undefined
  }
