import { z } from 'zod'
import { matchesSearch } from '#shared/access/search-matches.ts'
import { toKubernetesState, type KubernetesState } from '#relay/backend/templates/functions/kubernetes-state.ts'
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

const podPhases = new Set(['Pending', 'Running', 'Succeeded', 'Failed'])

/** Templates also pass parts of objects, without their kind. */
const guessKind = (object: unknown): string => {
  if (podPhases.has(toText(member(member(object, 'status'), 'phase')))) return 'Pod'
  return typeof member(member(object, 'spec'), 'replicas') === 'number' ? 'ReplicaSet' : ''
}

const readState = (object: unknown): KubernetesState =>
  toKubernetesState({
    kind: toText(member(object, 'kind') ?? '') || guessKind(object),
    isTerminating: (member(member(object, 'metadata'), 'deletionTimestamp') ?? null) !== null,
    spec: member(object, 'spec'),
    status: member(object, 'status'),
  })

export const kubernetesHealth = (object: unknown): string => readState(object).health ?? 'unknown'

const waitingMessage = (status: unknown): unknown =>
  toList(member(status, 'containerStatuses') ?? [])
    .map((container) => member(member(member(container, 'state'), 'waiting'), 'message'))
    .find(Boolean)

const conditionMessage = (status: unknown): unknown =>
  toList(member(status, 'conditions') ?? [])
    .filter((condition) => member(condition, 'status') !== 'True')
    .map((condition) => member(condition, 'message'))
    .find(Boolean)

/** The keys that expressions elsewhere read. */
export const kubernetesState = (object: unknown) => {
  const status = member(object, 'status')
  const message = member(status, 'message') ?? waitingMessage(status) ?? conditionMessage(status) ?? ''
  return {
    health: kubernetesHealth(object),
    status: kubernetesStatus(object),
    message: toText(message),
    ok: isKubernetesReady(object),
  }
}

export const kubernetesStatus = (object: unknown): string => readState(object).status ?? ''

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
const sumResources =
  (kind: 'limits' | 'requests') =>
  (object: unknown, resource?: unknown): number | { cpu: number; memory: number } => {
    const { cpu, memory } = totalResources(object, kind)
    return resource === undefined ? { cpu, memory } : toText(resource) === 'memory' ? memory : cpu
  }
export const resourceLimits = sumResources('limits')
export const resourceRequests = sumResources('requests')

export const nodeProperties = (object: unknown): Record<string, unknown> => {
  const free = member(member(object, 'status'), 'allocatable') ?? member(member(object, 'status'), 'capacity')
  return {
    cpu: cpuMillicores(member(free, 'cpu') ?? 0),
    memory: memoryBytes(member(free, 'memory') ?? 0),
    'ephemeral-storage': memoryBytes(member(free, 'ephemeral-storage') ?? 0),
    zone: member(member(member(object, 'metadata'), 'labels'), 'topology.kubernetes.io/zone') ?? '',
  }
}

export const podProperties = (object: unknown): Record<string, unknown> => {
  const [spec, metadata] = [member(object, 'spec'), member(object, 'metadata')]
  const [container] = toList(member(spec, 'containers') ?? [])
  return {
    image: member(container, 'image') ?? '',
    ...totalResources(object, 'limits'),
    node: member(spec, 'nodeName') ?? '',
    'created-at': member(metadata, 'creationTimestamp') ?? '',
    namespace: member(metadata, 'namespace') ?? '',
  }
}

export const kubernetesLabels = (object: unknown): Record<string, unknown> => {
  const metadata = member(object, 'metadata')
  return {
    ...Object.fromEntries(
      Object.entries(toMap(member(metadata, 'labels') ?? {})).filter(([name]) => !name.endsWith('-hash')),
    ),
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
    ...(metadata !== undefined && {
      metadata: { ...kept, ...(Object.keys(others).length > 0 ? { annotations: others } : {}) },
    }),
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
