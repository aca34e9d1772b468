import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'
import type { DocumentPath } from '#relay/backend/resources/resource-document.ts'
import type { LogContext, LogFilter, LogSource, LogStream } from './log-source.ts'
import { docker } from './sources/docker.ts'
import { elasticsearch, opensearch } from './sources/elasticsearch.ts'
import { file } from './sources/file.ts'
import { journald } from './sources/journald.ts'
import { kubernetes } from './sources/kubernetes.ts'
import { loki } from './sources/loki.ts'

const needs: Readonly<Record<string, string>> = {
  cloudWatch: 'a client for AWS accounts',
  cloudwatch: 'a client for AWS accounts',
  gcpCloudLogging: 'a client for Google Cloud projects',
  bigQuery: 'a client for Google Cloud projects',
  azureLogAnalytics: 'a client for Azure subscriptions',
}

const describeUnavailableSource = (key: string): string | undefined => {
  const need = Object.hasOwn(needs, key) ? needs[key] : undefined
  return need && `${key} cannot be read on this installation: it needs ${need}.`
}

const texts = z.record(z.string(), z.string())
const route = z.strictObject({
  type: z.string().optional(),
  idPrefix: z.string().optional(),
  labels: texts.optional(),
})
type Route = z.infer<typeof route>

const anyLog: Route = {}

export interface LogSelector {
  readonly type: string
  readonly externalId: string
  readonly labels: Readonly<Record<string, string>>
}

export interface LogLocation {
  readonly routes: readonly Route[]
  readonly labels: Readonly<Record<string, string>>
  readonly streams: (filter: LogFilter, context: LogContext) => AsyncIterable<LogStream>
  readonly follow: (filter: LogFilter, context: LogContext) => LogStream
}
type LocationReader = Pick<LogLocation, 'streams' | 'follow'>

const locationSchema = z.object({
  routes: z.union([z.array(route), route.transform((one) => [one])], { error: 'must be a list of routes' }).optional(),
  labels: texts.optional(),
})
const specShape = z.strictObject({ backends: z.array(z.record(z.string(), z.unknown())).min(1) })

/** The path begins at the spec. */
type Failure = { readonly error: string; readonly path: DocumentPath }

const toFailure = (schema: z.ZodType, error: z.ZodError, value: unknown, at: DocumentPath = []): Failure => {
  const { path, reason } = firstSpecError(schema, error, value, at)
  return { error: reason, path }
}

type ReadLocation = (part: unknown, at: DocumentPath) => LocationReader | Failure

const createReader =
  <Spec>({ key, spec, streams, follow }: LogSource<Spec>): ReadLocation =>
  (part, at) => {
    const parsed = spec.safeParse(part)
    if (parsed.success)
      return {
        streams: (filter, context) => streams(parsed.data, filter, context),
        follow: (filter, context) => follow(parsed.data, filter, context),
      }
    return toFailure(spec, parsed.error, part, [...at, key])
  }

const one = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(schema)]).optional()

export const logBackendSpecSchema = z.strictObject({
  backends: z
    .array(
      z.strictObject({
        ...locationSchema.shape,
        elasticsearch: one(elasticsearch.spec),
        opensearch: one(opensearch.spec),
        loki: one(loki.spec),
        kubernetes: one(kubernetes.spec),
        docker: one(docker.spec),
        journald: one(journald.spec),
        file: one(file.spec),
      }),
    )
    .min(1),
})

const readers = new Map<string, ReadLocation>([
  ['elasticsearch', createReader(elasticsearch)],
  ['opensearch', createReader(opensearch)],
  ['loki', createReader(loki)],
  ['kubernetes', createReader(kubernetes)],
  ['docker', createReader(docker)],
  ['journald', createReader(journald)],
  ['file', createReader(file)],
])
const known = [...readers.keys()].join(', ')

export const readLogBackend = (spec: unknown): ReadLocations => {
  const shape = specShape.safeParse(spec)
  if (!shape.success) return toFailure(specShape, shape.error, spec)
  const locations: LogLocation[] = []
  for (const [index, entry] of shape.data.backends.entries()) {
    const read = readEntry(['backends', index], entry)
    if ('error' in read) return read
    locations.push(...read.locations)
  }
  return { locations }
}

type Entry = Readonly<Record<string, unknown>>
type ReadLocations = { readonly locations: readonly LogLocation[] } | Failure

const readEntry = (at: DocumentPath, { routes, labels, ...sources }: Entry): ReadLocations => {
  const fail = (reason: string): Failure => ({ error: `${formatPath(at)}: ${reason}`, path: at })
  const [source, more] = Object.entries(sources)
  if (source === undefined || more !== undefined) return fail(`needs exactly one of ${known}.`)
  const [key, written] = source
  const reader = readers.get(key)
  if (reader === undefined) {
    const reason = describeUnavailableSource(key) ?? `${key} is not supported here.`
    return fail(`${reason} Supported: ${known}.`)
  }
  const locations: LogLocation[] = []
  for (const one of [written].flat()) {
    const { routes: ownRoutes = routes, labels: ownLabels = labels, ...part } = isMap(one) ? one : {}
    const shared = { routes: ownRoutes, labels: ownLabels }
    const common = locationSchema.safeParse(shared)
    if (!common.success) return toFailure(locationSchema, common.error, shared, at)
    const read = reader(isMap(one) ? part : one, at)
    if ('error' in read) return read
    locations.push({ routes: common.data.routes ?? [], labels: common.data.labels ?? {}, ...read })
  }
  return { locations }
}

const holds = (labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value)

/**
 * Every line of the location has these labels, so lines need not repeat them. Undefined if the location does not
 * have this log.
 */
export const vouchedBy = (
  { routes, labels }: Pick<LogLocation, 'routes' | 'labels'>,
  { type, externalId, labels: wanted }: LogSelector,
): ReadonlySet<string> | undefined => {
  const fitting =
    routes.length === 0
      ? anyLog
      : routes.find(
          (route) =>
            (route.type === undefined || route.type === type) &&
            (route.idPrefix === undefined || externalId.startsWith(route.idPrefix)) &&
            holds(wanted, route.labels ?? {}),
        )
  const isOther = Object.entries(labels).some(([name, value]) => wanted[name] !== undefined && wanted[name] !== value)
  if (fitting === undefined || isOther) return undefined
  return new Set([...Object.keys(labels), ...Object.keys(fitting.labels ?? {})])
}

export const vouchedAlone = (
  { labels }: Pick<LogLocation, 'labels'>,
  wanted: Readonly<Record<string, string>>,
): ReadonlySet<string> | undefined => vouchedBy({ routes: [], labels }, { type: '', externalId: '', labels: wanted })
