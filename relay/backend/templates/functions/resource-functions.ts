import { z } from 'zod'
import { matchesSearch } from '#shared/access/search-matches.ts'
import { parseSize } from './number-functions.ts'
import { isMap, toList, toMap, toNumber, toText } from '#relay/backend/templates/go-template/values.ts'

const texts = z.record(z.string(), z.unknown())
const pairs = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts.safeParse(value).data ?? {}).map(([name, each]): [string, string] => [name, toText(each)]),
  )

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : toText(value))

/** A search that reads what the row does not hold matches nothing. */
export const matchQuery = (resource: unknown, query: unknown): boolean => {
  if (!isMap(resource) || toText(resource['id'] ?? resource['name']) === '') return false
  const tags = pairs(resource['tags'])
  return (
    matchesSearch(toText(query), {
      id: toText(resource['id']),
      name: textOrNull(resource['name']),
      // Rows of an environment have every column: an item has its namespace among its tags.
      namespace: textOrNull(
        resource['namespace'] === '' ? tags['namespace'] : (resource['namespace'] ?? tags['namespace']),
      ),
      type: textOrNull(resource['type']),
      status: textOrNull(resource['status']),
      health: textOrNull(resource['health']),
      tags,
      labels: pairs(resource['labels']),
    }) === 'yes'
  )
}

export const cpuMillicores = (value: unknown): number => {
  const text = toText(value)
  return text.endsWith('m') ? toNumber(text.slice(0, -1)) : Math.round(toNumber(text) * 1000)
}

export const memoryBytes = (value: unknown): number => {
  const size = parseSize(toText(value))
  if (size === undefined) throw new Error(`${JSON.stringify(value)} is not a quantity such as 10Mi`)
  return size
}

const member = (owner: unknown, name: string): unknown => (isMap(owner) ? owner[name] : undefined)

const conditions = (object: unknown): ReadonlyMap<string, string> =>
  new Map(
    toList(member(member(object, 'status'), 'conditions')).map((each) => [
      toText(member(each, 'type')),
      toText(member(each, 'status')),
    ]),
  )

const containerStates = (object: unknown): readonly string[] =>
  toList(member(member(object, 'status'), 'containerStatuses')).map((each) => {
    const state = member(each, 'state')
    return toText(member(member(state, 'waiting'), 'reason') ?? member(member(state, 'terminated'), 'reason'))
  })

const brokenStates = new Set([
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'OOMKilled',
  'Error',
  'CreateContainerConfigError',
  'InvalidImageName',
  'RunContainerError',
])

const readyConditions = ['Ready', 'Available', 'Complete', 'Established', 'Synced']

export const kubernetesHealth = (object: unknown): string => {
  const status = member(object, 'status')
  const phase = toText(member(status, 'phase'))
  const reason = containerStates(object).find((each) => brokenStates.has(each))
  if (reason !== undefined || phase === 'Failed' || conditions(object).get('Failed') === 'True') return 'unhealthy'
  const known = conditions(object)
  const ready = readyConditions.filter((name) => known.has(name))
  if (ready.length > 0) {
    if (ready.every((name) => known.get(name) === 'True')) return 'healthy'
    return phase === 'Pending' || known.get('Progressing') === 'True' ? 'unknown' : 'unhealthy'
  }
  if (['Running', 'Succeeded', 'Active', 'Bound'].includes(phase)) return 'healthy'
  if (phase === 'Pending') return 'unknown'
  const wanted = member(member(object, 'spec'), 'replicas')
  if (typeof wanted !== 'number') return 'unknown'
  return toNumber(member(status, 'readyReplicas') ?? 0) >= wanted ? 'healthy' : 'unhealthy'
}

export const kubernetesStatus = (object: unknown): string =>
  containerStates(object).find((each) => brokenStates.has(each)) ||
  toText(member(member(object, 'status'), 'phase')) ||
  (Array.from(conditions(object)).findLast(([, status]) => status === 'True')?.[0] ?? '')

export const isKubernetesReady = (object: unknown): boolean => kubernetesHealth(object) === 'healthy'

const totalResources = (object: unknown, kind: 'limits' | 'requests'): { cpu: number; memory: number } => {
  const spec = member(object, 'spec')
  const pod = member(member(spec, 'template'), 'spec') ?? spec
  const sum = { cpu: 0, memory: 0 }
  for (const container of toList(member(pod, 'containers'))) {
    const set = member(member(container, 'resources'), kind)
    sum.cpu += cpuMillicores(member(set, 'cpu') ?? 0)
    sum.memory += memoryBytes(member(set, 'memory') ?? 0)
  }
  return sum
}
export const resourceLimits = (object: unknown) => totalResources(object, 'limits')
export const resourceRequests = (object: unknown) => totalResources(object, 'requests')

export const kubernetesLabels = (object: unknown): Record<string, unknown> => {
  const metadata = member(object, 'metadata')
  return {
    ...toMap(member(metadata, 'labels')),
    name: member(metadata, 'name') ?? '',
    namespace: member(metadata, 'namespace') ?? '',
  }
}

/** Without the fields that the server adds. */
export const neatObject = (object: unknown): Record<string, unknown> => {
  const { status: _status, metadata, ...rest } = toMap(object)
  const {
    managedFields: _managed,
    uid: _uid,
    resourceVersion: _version,
    generation: _generation,
    creationTimestamp: _created,
    selfLink: _link,
    annotations,
    ...kept
  } = toMap(metadata)
  const { 'kubectl.kubernetes.io/last-applied-configuration': _applied, ...others } = toMap(annotations)
  return {
    ...rest,
    ...(metadata === undefined
      ? {}
      : { metadata: { ...kept, ...(Object.keys(others).length > 0 ? { annotations: others } : {}) } }),
  }
}

export const parseArn = (text: unknown): Record<string, string> => {
  const [, partition = '', service = '', region = '', account = '', ...resource] = toText(text).split(':')
  return { partition, service, region, account, resource: resource.join(':') }
}

export const tagsFromList = (list: unknown): Record<string, unknown> =>
  Object.fromEntries(
    toList(list).map((each): [string, unknown] => [
      toText(member(each, 'Key') ?? member(each, 'Name')),
      member(each, 'Value') ?? '',
    ]),
  )
