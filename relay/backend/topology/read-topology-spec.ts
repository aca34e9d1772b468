import { isMap } from '#shared/primitives/is-map.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { readCanarySpec, type CheckKinds } from '#relay/backend/checks/spec/canary-spec.ts'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'
import type { DocumentError, DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { parseSchedule, type Schedule } from '#relay/backend/schedule/schedule.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { toExpression, findExpressionError, templateSchema } from '#relay/backend/templates/template.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { isTemplated } from './build/fill-templates.ts'
import { catalogLookupSchema, topologySpecSchema, type TopologySpec } from './topology-spec.ts'

export interface ReadyTopology {
  readonly spec: TopologySpec
  readonly schedule: Schedule
}

type ReadTopologySpec = { readonly topology: ReadyTopology } | { readonly error: DocumentError }

const defaultSchedule = '@every 5m'
const mostLevels = 20

interface Part {
  readonly path: DocumentPath
  readonly key: string
  readonly value: unknown
}

/** Stops at lookups, which are read as canaries. */
const listParts = (value: unknown, path: DocumentPath): readonly Part[] => {
  if (path.length > mostLevels * 2) return []
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((entry: unknown, index) => [index, entry] as const)
    : isMap(value)
      ? Object.entries(value)
      : []
  return entries.flatMap(([key, entry]) => {
    const part: Part = { path: [...path, key], key: String(key), value: entry }
    return key === 'lookup' || key === 'inline' ? part : [part].concat(listParts(entry, part.path))
  })
}

const expressionIn = ({ key, value }: Part): Expression | undefined => {
  if ((key === 'healthExpr' || key === 'statusExpr') && typeof value === 'string')
    return { language: 'expr', source: value }
  if (typeof value === 'string' && value.includes('{{')) return { language: 'template', source: value }
  const isExpression = key === 'display' || key === 'summary' || (key === 'id' && isMap(value))
  if (!isExpression) return undefined
  const template = templateSchema.safeParse(value)
  return template.success ? toExpression(template.data) : undefined
}

const validateCatalogLookup = async (value: unknown, path: DocumentPath): Promise<DocumentError | undefined> => {
  const read = catalogLookupSchema.safeParse(value)
  if (!read.success) return firstSpecError(catalogLookupSchema, read.error, value, path)
  for (const [index, { test, display, transform }] of read.data.entries()) {
    for (const template of [test, transform ?? display]) {
      const expressionError = template && (await findExpressionError(toExpression(template)))
      if (expressionError !== undefined)
        return { path: [...path, index], reason: `catalog: ${expressionError.message}` }
    }
  }
  return undefined
}

const validateLookup = async ({ path, key, value }: Part, kinds: CheckKinds): Promise<DocumentError | undefined> => {
  const { catalog, ...canary } = isMap(value) ? value : {}
  const catalogError =
    key === 'lookup' && catalog !== undefined ? await validateCatalogLookup(catalog, [...path, 'catalog']) : undefined
  if (catalogError !== undefined) return catalogError
  const { checks, error, broken } = await readCanarySpec(key === 'lookup' ? canary : value, kinds)
  if (broken && error !== undefined) return { path: [...path, ...error.path], reason: error.reason }
  const isFilledLater = isTemplated(value)
  const known = new Set(kinds.map(({ key }) => key))
  const bad = checks.find((check) => check.error !== undefined && !(isFilledLater && known.has(check.type)))
  return bad?.error && { path: [...path, ...bad.error.path], reason: `${bad.name}: ${bad.error.reason}` }
}

const measureDepth = (value: unknown): number =>
  typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(measureDepth))

const readSchedule = (text: string): Schedule | DocumentError => {
  try {
    return parseSchedule(text)
  } catch (error) {
    if (error instanceof ExpectedError) return { path: ['schedule'], reason: error.message }
    throw error
  }
}

const findFirstError = async (value: unknown, kinds: CheckKinds): Promise<DocumentError | undefined> => {
  for (const part of listParts(value, [])) {
    const isLookup = part.key === 'lookup' || part.key === 'inline'
    const lookupError = isLookup ? await validateLookup(part, kinds) : undefined
    if (lookupError !== undefined) return lookupError
    const expression = isLookup ? undefined : expressionIn(part)
    const expressionError = expression && (await findExpressionError(expression))
    if (expressionError !== undefined)
      return { path: part.path, reason: `${formatPath(part.path)}: ${expressionError.message}` }
  }
  return undefined
}

export const readTopologySpec = async (value: unknown, kinds: CheckKinds): Promise<ReadTopologySpec> => {
  const spec = withoutNulls(value ?? {})
  const mask = new Mask()
  mask.hideAll(secretsIn(spec))
  const failWith = (path: DocumentPath, reason: string) => ({ error: { path, reason: mask.inText(reason) } })
  if (measureDepth(spec) > mostLevels * 3)
    return failWith(['components'], `components: nested more than ${mostLevels} levels deep.`)
  const read = topologySpecSchema.safeParse(spec)
  if (!read.success) {
    const { path, reason } = firstSpecError(topologySpecSchema, read.error, spec)
    return failWith(path, reason)
  }
  const { components = [], properties = [], groupBy } = read.data
  if (components.length === 0 && properties.length === 0 && groupBy === undefined)
    return failWith([], 'The spec has no components.')
  const firstError = await findFirstError(spec, kinds)
  if (firstError !== undefined) return failWith(firstError.path, firstError.reason)
  const schedule = readSchedule(read.data.schedule ?? defaultSchedule)
  return 'reason' in schedule ? failWith(schedule.path, schedule.reason) : { topology: { spec: read.data, schedule } }
}
