import { z } from 'zod'
import { matchAll, type ObjectAttributes } from '#shared/access/match.ts'
import { hasConditions, matchesLabels, selectorMatches } from '#shared/access/selector.ts'
import type { ResourceSelector } from '#shared/resources/resource-search.ts'
import { readManifestState, toItemType, type Manifest } from './manifest.ts'

const text = z.string().optional().catch(undefined)
const podFields = z.object({ nodeName: text, serviceAccountName: text, phase: text }).catch({})

const toAttributes = (pod: Manifest): ObjectAttributes => {
  const { uid = '', name, namespace = '', labels } = pod.metadata
  const { health, status } = readManifestState(pod)
  return {
    id: uid,
    name,
    namespace,
    type: toItemType('Pod'),
    health,
    status,
    tags: { namespace },
    labels: labels ?? {},
    agent: null,
  }
}

/** The fields that a field selector of Kubernetes accepts for pods. */
const toFields = ({ metadata, spec, status }: Manifest): Readonly<Record<string, string>> => {
  const { nodeName = '', serviceAccountName = '' } = podFields.parse(spec)
  return {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace ?? '',
    'spec.nodeName': nodeName,
    'spec.serviceAccountName': serviceAccountName,
    'status.phase': podFields.parse(status).phase ?? '',
  }
}

const matches = (pod: Manifest, { fieldSelector, ...selector }: ResourceSelector): boolean =>
  matchAll([
    ...(hasConditions(selector) || !fieldSelector ? [selectorMatches(selector, toAttributes(pod))] : []),
    matchesLabels(fieldSelector ?? '', toFields(pod)),
  ]) === 'yes'

/** Without selectors every pod is selected. */
export const isSelectedPod = (pod: Manifest, selectors: readonly ResourceSelector[] | undefined): boolean =>
  selectors === undefined || selectors.length === 0 || selectors.some((selector) => matches(pod, selector))
