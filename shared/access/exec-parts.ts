import { isMap } from '#shared/primitives/is-map.ts'
import { sameJson } from '#shared/primitives/same-json.ts'
import { toText } from '#shared/primitives/to-text.ts'
import type { TableWith } from '#shared/resources/resource-kinds.ts'
import { toList } from '#shared/primitives/to-list.ts'

type ExecTable = TableWith<'execCapability'>

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Every other key of a spec can decide what runs, when, by whom or with which input. */
const plainKeys = new Set(['title', 'description', 'category', 'icon', 'actions'])

const sqliteName = /^(sqlite|file)/i
const sqliteAddress = /^(jdbc:)?(sqlite3?|file):/i

const usesOwnCluster = (entry: unknown): boolean =>
  isMap(entry) &&
  !['kubeconfig', 'eks', 'gke'].some((key) => isPresent(entry[key])) &&
  toText(entry['connection']) === ''

const machineParts: Readonly<Record<string, (entry: unknown) => boolean>> = {
  exec: () => true,
  trivy: () => true,
  // Access to the Docker socket is equivalent to root.
  docker: () => true,
  file: () => true,
  kubernetesFile: () => true,
  terraform: (entry) => !isMap(entry) || !isMap(entry['state']) || isPresent(entry['state']['local']),
  journald: () => true,
  // Without its own connection or kubeconfig it uses the credentials of the relay host.
  kubernetes: (entry) => !isMap(entry) || isPresent(entry['kubeconfigFile']) || usesOwnCluster(entry),
  sql: (entry) =>
    isMap(entry) && (sqliteName.test(toText(entry['driver'])) || sqliteAddress.test(toText(entry['connection']))),
  git: (entry) => !isMap(entry) || !/^https?:\/\//i.test(toText(entry['url'])),
}

/** Checks that run programs, or use the sockets or credentials of the relay host. */
const checkParts: Readonly<Record<string, (entry: unknown) => boolean>> = {
  exec: () => true,
  containerd: isMap,
  containerdPull: isMap,
  containerdPush: isMap,
  docker: isMap,
  dockerPull: isMap,
  dockerPush: isMap,
  github: isMap,
  jmeter: isMap,
  restic: isMap,
  kubernetes: usesOwnCluster,
  kubernetesResource: (entry) => usesOwnCluster(entry) || (isMap(entry) && runsPrograms(entry['checks'])),
  junit: usesOwnCluster,
  namespace: usesOwnCluster,
  pod: usesOwnCluster,
}

const findCheckParts = (spec: Readonly<Record<string, unknown>>): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    Object.entries(checkParts).flatMap(([key, isPart]) => {
      const entries = isPresent(spec[key]) ? [spec[key]].flat().filter(isPart) : []
      return entries.length === 0 ? [] : [[key, entries] as const]
    }),
  )

const runsPrograms = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(runsPrograms)
  if (!isMap(value)) return false
  return Object.keys(findCheckParts(value)).length > 0 || Object.values(value).some(runsPrograms)
}

const execParts: Record<ExecTable, (spec: Readonly<Record<string, unknown>>) => unknown> = {
  canaries: (spec) => {
    const parts = findCheckParts(spec)
    return Object.keys(parts).length === 0 ? undefined : { ...parts, env: spec['env'] }
  },
  playbooks: (spec) => {
    const exec = toList(spec['actions']).filter(
      (action) => isMap(action) && (isPresent(action['exec']) || usesOwnCluster(action['pod'])),
    )
    if (exec.length === 0) return undefined
    return { exec, ...Object.fromEntries(Object.entries(spec).filter(([key]) => !plainKeys.has(key))) }
  },
  config_scrapers: (spec) => {
    const parts = Object.entries(machineParts).flatMap(([key, isPart]) => {
      const entries = isPresent(spec[key]) ? [spec[key]].flat().filter(isPart) : []
      return entries.length === 0 ? [] : [[key, entries] as const]
    })
    return parts.length === 0 ? undefined : Object.fromEntries(parts)
  },
  topologies: (spec) => (runsPrograms(spec) ? spec : undefined),
  logging_backends: ({ backends }) => {
    const read = toList(backends).filter(
      (entry) =>
        isMap(entry) &&
        Object.entries(machineParts).some(
          ([key, isPart]) => isPresent(entry[key]) && [entry[key]].flat().some((part) => isPart(part)),
        ),
    )
    return read.length === 0 ? undefined : read
  },
}

const findExecPart = (relation: ExecTable, spec: unknown): unknown =>
  isMap(spec) ? execParts[relation](spec) : undefined

/** Such a change needs write on exec. Undefined: no spec. */
export const changesExec = (relation: ExecTable, before: unknown, after: unknown): boolean =>
  !sameJson(findExecPart(relation, before), findExecPart(relation, after))
