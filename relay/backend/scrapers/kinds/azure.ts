import { z } from 'zod'
import type { Health, ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import { eventTime } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { readPart } from '#relay/backend/scrapers/kinds/read-part.ts'
import type { Found, FoundItem, Known, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { createAzureApi, type AzureApi } from './azure/azure-api.ts'
import { activityChanges } from './azure/activity-events.ts'
import { readEntra } from './azure/entra-items.ts'
import { azureSpec, isActivityWanted, isWantedType, type AzureSpec } from './azure/azure-spec.ts'

const text = z.string()
const maybe = text.nullish()
const tags = z.record(text, text.nullish()).nullish()

const subscriptionSchema = z.looseObject({ displayName: text, state: maybe, tenantId: maybe, tags })
const groupSchema = z.looseObject({
  id: text,
  name: text,
  location: maybe,
  managedBy: maybe,
  tags,
  properties: z.looseObject({ provisioningState: maybe }).nullish(),
})
const resourceSchema = z.looseObject({
  id: text,
  name: text,
  type: text,
  location: maybe,
  managedBy: maybe,
  tags,
  createdTime: eventTime.nullish(),
  provisioningState: maybe,
})
type Resource = z.infer<typeof resourceSchema>

const groupType = 'Azure::Microsoft.Resources/resourceGroups'
const subscriptionType = 'Azure::Subscription'
const resourcesVersion = '2025-04-01'

const toHealth = (state: string | null | undefined): Health | null => {
  if (state == null) return null
  if (state === 'Succeeded') return 'healthy'
  return state === 'Failed' ? 'unhealthy' : state === 'Canceled' ? 'warning' : 'unknown'
}

const toLabels = (values: z.infer<typeof tags>): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, value ?? '']))

/** Azure writes the same id in upper and lower case. */
const named = (id: string) => ({ id: id.toLowerCase(), aliases: [id] })

const toParents = (id: string, subscription: string): ItemLink[] => {
  const lower = id.toLowerCase()
  const [group, within = ''] = lower.split('/providers/', 2)
  const steps = within.split('/')
  return [
    ...(steps.length > 3 ? [`${group}/providers/${steps.slice(0, -2).join('/')}`] : []),
    ...(group === undefined ? [] : [group]),
    subscription,
  ].map((holder) => ({ kind: 'parent', to: { id: holder } }))
}

const managedBy = (id: string | null | undefined): ItemLink[] =>
  id == null || id === '' ? [] : [{ kind: 'related', relation: 'managedBy', to: { id: id.toLowerCase() } }]

interface Within {
  readonly subscription: string
  readonly spec: AzureSpec
}

const toItem = (config: unknown, known: Known, { spec }: Within): FoundItem => ({
  kind: 'item',
  config,
  known: {
    ...known,
    source: `Azure ${spec.subscriptionID}`,
    tags: {
      subscription: spec.subscriptionID,
      ...(spec.organisation !== undefined && { organisation: spec.organisation }),
      ...known.tags,
    },
  },
})

async function* readGroups(api: AzureApi, within: Within): AsyncGenerator<Found> {
  const list = { name: 'resource groups', path: 'resourcegroups', apiVersion: resourcesVersion }
  for await (const groups of api.listPages(list, groupSchema))
    for (const { tags: groupTags, ...group } of groups)
      yield toItem(
        group,
        {
          ...named(group.id),
          type: groupType,
          name: group.name,
          configClass: 'ResourceGroup',
          status: group.properties?.provisioningState,
          health: toHealth(group.properties?.provisioningState),
          labels: toLabels(groupTags),
          tags: { ...(group.location != null && { location: group.location }) },
          links: [{ kind: 'parent', to: { id: within.subscription } }, ...managedBy(group.managedBy)],
        },
        within,
      )
}

const resourceItem = (resource: Resource, within: Within): FoundItem => {
  // The modification time would make each scrape a change.
  const { tags: resourceTags, changedTime: _changed, ...config } = resource
  const { id, name, type, location, createdTime, provisioningState: state } = resource
  return toItem(
    config,
    {
      ...named(id),
      type: `Azure::${type}`,
      name: name.split('/').at(-1) ?? name,
      configClass: type.split('/').at(-1),
      status: state,
      health: toHealth(state),
      labels: toLabels(resourceTags),
      tags: { ...(location != null && { location }) },
      createdAt: createdTime,
      links: [...toParents(id, within.subscription), ...managedBy(resource.managedBy)],
    },
    within,
  )
}

async function* readResources(api: AzureApi, within: Within): AsyncGenerator<Found> {
  const params = { $expand: 'createdTime,changedTime,provisioningState', $top: '500' }
  const list = { name: 'resources', path: 'resources', apiVersion: resourcesVersion, params }
  for await (const resources of api.listPages(list, resourceSchema))
    for (const resource of resources) if (isWantedType(within.spec, resource.type)) yield resourceItem(resource, within)
}

export const azure: ScraperType<AzureSpec> = {
  key: 'azure',
  spec: azureSpec,
  defaultType: 'Azure',
  describeEndpoint: ({ subscriptionID }) => `Azure subscription ${subscriptionID}`,
  async *scrape(spec, run): AsyncGenerator<Found> {
    const api = await createAzureApi(spec, run)
    const id = `/subscriptions/${spec.subscriptionID}`
    const within = { subscription: id.toLowerCase(), spec }
    const { displayName: name, state, tenantId: tenant, tags: labels } = await api.readSubscription(subscriptionSchema)
    yield toItem(
      { id, displayName: name, state, tenantId: tenant },
      {
        ...named(id),
        type: subscriptionType,
        name,
        configClass: 'Subscription',
        status: state,
        health: state === 'Enabled' ? 'healthy' : 'warning',
        labels: toLabels(labels),
      },
      within,
    )
    yield* readPart('Resource groups', readGroups(api, within))
    yield* readPart('Resources', readResources(api, within))
    if (spec.entra !== undefined)
      yield* readEntra(spec.entra, { api, tenant: tenant ?? spec.tenantID ?? 'Microsoft Entra ID' })
    if (isActivityWanted(spec))
      yield* readPart('Activity log', activityChanges(api, within.subscription, spec), { isBeside: true })
  },
}
