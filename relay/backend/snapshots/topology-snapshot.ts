import type { Component } from '#shared/topology/topology.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { maskSealed } from '#relay/backend/secrets/sealed-text.ts'
import { buildTopologyResponse } from '#relay/backend/topology/read/topology-response.ts'
import type { StoredComponent } from '#relay/backend/topology/read/read-components.ts'
import { between, readerFor, type ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import type { LogFormat, LoadLogs, SnapshotLogs } from './snapshot-logs.ts'
import { createZip } from './zip.ts'

interface SnapshotRequest {
  readonly id: string
  readonly fromMs: number
  readonly toMs: number
  readonly isRelated: boolean
  readonly logFormat: LogFormat
}

type Files = Readonly<Record<string, readonly unknown[]>>

const deepest = 50

const idsBelow = ({ id, components }: Component): string[] => [id, ...(components ?? []).flatMap(idsBelow)]

const idsIn = (rows: readonly Readonly<Record<string, unknown>>[], column: string): string[] =>
  rows.flatMap((row) => {
    const id = row[column]
    return typeof id === 'string' ? [id] : []
  })

const living = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows.filter((row) => row['deleted_at'] === undefined || row['deleted_at'] === null)

const withoutSpec = ({ spec: _spec, ...row }: Readonly<Record<string, unknown>>) => row

const collect = async (
  components: readonly string[],
  { fromMs, toMs, isRelated }: SnapshotRequest,
  { listRows }: ViewerReader,
): Promise<Files> => {
  const checkIds = idsIn(
    living(await listRows('check_component_relationships', 'component_id', components)),
    'check_id',
  )
  const linked = idsIn(
    living(await listRows('config_component_relationships', 'component_id', components)),
    'config_id',
  )
  const relations = isRelated
    ? [
        ...(await listRows('config_relationships', 'config_id', linked)),
        ...(await listRows('config_relationships', 'related_id', linked)),
      ]
    : []
  const items = [
    ...new Set([...linked, ...idsIn(living(relations), 'config_id'), ...idsIn(living(relations), 'related_id')]),
  ]
  return {
    checks: (await listRows('checks', 'id', checkIds)).map(withoutSpec),
    'check-results': await listRows('check_statuses', 'check_id', checkIds, between('time', fromMs, toMs)),
    items: await listRows('config_items', 'id', items),
    relationships: living(relations),
    changes: await listRows('config_changes', 'config_id', items, between('created_at', fromMs, toMs)),
    insights: await listRows('config_analysis', 'config_id', items, between('last_observed', fromMs, toMs)),
    incidents: await listRows('incidents_by_component', 'component_id', components),
  }
}

interface Collected {
  readonly files: Files
  readonly logs: SnapshotLogs
  readonly cut: ReadonlySet<string>
}

const formatNote = (name: string, request: SnapshotRequest, { files, logs, cut }: Collected, at: Date): string => {
  const range = `${new Date(request.fromMs).toISOString()} to ${new Date(request.toMs).toISOString()}`
  const counts = [
    ...Object.entries(files).map(([file, rows]) => `${file}.json: ${rows.length}`),
    ...logs.files.map(({ name: file, lines }) => `${file}: ${lines} lines`),
  ]
  return [
    `Snapshot of ${name}, created ${at.toISOString()}`,
    `Results, changes, insights and logs of ${range}; everything else as of the creation time.`,
    request.isRelated
      ? 'Includes child components and the resources that its items depend on.'
      : 'Includes the component only.',
    '',
    ...counts,
    ...(cut.size === 0 ? [] : ['', `Truncated at the size limit: ${[...cut].join(', ')}.`]),
    ...(logs.notes.length === 0 ? [] : ['', ...logs.notes]),
    '',
    'Contains only what its creator has permission to read.',
    '',
  ].join('\n')
}

interface SnapshotDeps {
  readonly people: People
  readonly viewer: Viewer
  readonly loadLogs: LoadLogs
}

export const topologySnapshot = async (
  seen: readonly StoredComponent[],
  request: SnapshotRequest,
  { people, viewer, loadLogs }: SnapshotDeps,
): Promise<{ readonly name: string; readonly zip: Buffer } | undefined> => {
  const depth = request.isRelated ? deepest : 1
  const [component] = buildTopologyResponse(seen, { id: request.id, hidden: 'true', depth }).components
  if (component === undefined) return undefined
  const reader = readerFor(people, viewer)
  const files: Files = { components: [component], ...(await collect(idsBelow(component), request, reader)) }
  const at = new Date()
  const json = Object.entries(files).map(([name, rows]) => ({
    name: `${name}.json`,
    content: maskSealed(JSON.stringify(rows, undefined, 2)),
  }))
  const ids = new Set(idsBelow(component))
  const components = seen.filter((each) => ids.has(each.id))
  const { fromMs, toMs, logFormat } = request
  const logs = await loadLogs({ components, fromMs, toMs, format: logFormat }, viewer)
  const content = formatNote(component.name, request, { files, logs, cut: reader.cut }, at)
  const texts = logs.files.map((file) => ({ name: file.name, content: maskSealed(file.content) }))
  return { name: component.name, zip: await createZip([{ name: 'README.txt', content }, ...json, ...texts], at) }
}
