import type { Component } from '#shared/topology/topology.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { maskSealed } from '#relay/backend/secrets/sealed-text.ts'
import { topologyAnswer } from '#relay/backend/topology/read/topology-answer.ts'
import type { StoredComponent } from '#relay/backend/topology/read/read-components.ts'
import { between, readerFor, type ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { zipOf } from './zip.ts'

export interface SnapshotRequest {
  readonly id: string
  readonly fromMs: number
  readonly toMs: number
  readonly isRelated: boolean
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
  { rowsOf }: ViewerReader,
): Promise<Files> => {
  const checkIds = idsIn(living(await rowsOf('check_component_relationships', 'component_id', components)), 'check_id')
  const linked = idsIn(living(await rowsOf('config_component_relationships', 'component_id', components)), 'config_id')
  const relations = isRelated
    ? [
        ...(await rowsOf('config_relationships', 'config_id', linked)),
        ...(await rowsOf('config_relationships', 'related_id', linked)),
      ]
    : []
  const items = [
    ...new Set([...linked, ...idsIn(living(relations), 'config_id'), ...idsIn(living(relations), 'related_id')]),
  ]
  return {
    checks: (await rowsOf('checks', 'id', checkIds)).map(withoutSpec),
    'check-results': await rowsOf('check_statuses', 'check_id', checkIds, between('time', fromMs, toMs)),
    items: await rowsOf('config_items', 'id', items),
    relationships: living(relations),
    changes: await rowsOf('config_changes', 'config_id', items, between('created_at', fromMs, toMs)),
    insights: await rowsOf('config_analysis', 'config_id', items, between('last_observed', fromMs, toMs)),
    incidents: await rowsOf('incidents_by_component', 'component_id', components),
  }
}

const noteOf = (name: string, request: SnapshotRequest, files: Files, cut: ReadonlySet<string>, at: Date): string => {
  const range = `${new Date(request.fromMs).toISOString()} to ${new Date(request.toMs).toISOString()}`
  const counts = Object.entries(files).map(([file, rows]) => `${file}.json: ${rows.length}`)
  return [
    `Snapshot of ${name}, taken ${at.toISOString()}`,
    `Results, changes and insights of ${range}; everything else as it was when it was taken.`,
    request.isRelated ? 'With what is below it and what its items hang on.' : 'Of the component alone.',
    '',
    ...counts,
    ...(cut.size === 0 ? [] : ['', `There was more than fits of: ${[...cut].join(', ')}.`]),
    '',
    'It holds what the person who took it may read. Log lines are not kept by this console.',
    '',
  ].join('\n')
}

/**
 * What there is about a component over a range, as a zip archive, as somebody sees it; undefined when they see no such component.
 * `seen` are all components that they may read.
 */
export const topologySnapshot = async (
  seen: readonly StoredComponent[],
  request: SnapshotRequest,
  { people, viewer }: { readonly people: People; readonly viewer: Viewer },
): Promise<{ readonly name: string; readonly zip: Buffer } | undefined> => {
  const depth = request.isRelated ? deepest : 1
  const [component] = topologyAnswer(seen, { id: request.id, hidden: 'true', depth }).components
  if (component === undefined) return undefined
  const reader = readerFor(people, viewer)
  const files: Files = { components: [component], ...(await collect(idsBelow(component), request, reader)) }
  const at = new Date()
  const json = Object.entries(files).map(([name, rows]) => ({
    name: `${name}.json`,
    content: maskSealed(JSON.stringify(rows, undefined, 2)),
  }))
  const note = { name: 'README.txt', content: noteOf(component.name, request, files, reader.cut, at) }
  return { name: component.name, zip: await zipOf([note, ...json], at) }
}
