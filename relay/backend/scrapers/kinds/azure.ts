import { z } from 'zod'
import type { Health, ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import { eventTime } from '#relay/backend/scrapers/kinds/audit-events.ts'
import { partOf } from '#relay/backend/scrapers/kinds/part-of.ts'
import type { Found, FoundItem, Known, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { createAzureApi, type AzureApi } from './azure/azure-api.ts'
import { activityChanges } from './azure/activity-events.ts'
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

const healthOf = (state: string | null | undefined): Health | null => {
  if (state == null) return null
  if (state === 'Succeeded') return 'healthy'
  return state === 'Failed' ? 'unhealthy' : state === 'Canceled' ? 'warning' : 'unknown'
}

const labelsOf = (given: z.infer<typeof tags>): Record<string, string> =>
  Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, value ?? '']))

/** Azure writes the same id in letters of either case. */
const named = (id: string) => ({ id: id.toLowerCase(), aliases: [id] })

/** What a resource is a part of: another one, whose id its own begins with, its group, and the subscription. */
const holdersOf = (id: string, subscription: string): ItemLink[] => {
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
  readonly given: AzureSpec
}

const itemOf = (config: unknown, known: Known, { given }: Within): FoundItem => ({
  kind: 'item',
  config,
  known: {
    ...known,
    source: `Azure ${given.subscriptionID}`,
    tags: {
      subscription: given.subscriptionID,
      ...(given.organisation !== undefined && { organisation: given.organisation }),
      ...known.tags,
    },
  },
})

async function* groupsOf(api: AzureApi, within: Within): AsyncGenerator<Found> {
  const list = { name: 'resource groups', path: 'resourcegroups', apiVersion: resourcesVersion }
  for await (const groups of api.listPages(list, groupSchema))
    for (const { tags: given, ...group } of groups)
      yield itemOf(
        group,
        {
          ...named(group.id),
          type: groupType,
          name: group.name,
          configClass: 'ResourceGroup',
          status: group.properties?.provisioningState,
          health: healthOf(group.properties?.provisioningState),
          labels: labelsOf(given),
          tags: { ...(group.location != null && { location: group.location }) },
          links: [{ kind: 'parent', to: { id: within.subscription } }, ...managedBy(group.managedBy)],
        },
        within,
      )
}

const resourceItem = (resource: Resource, within: Within): FoundItem => {
  // When it last became another is no state of it.
  const { tags: given, changedTime: _changed, ...config } = resource
  const { id, name, type, location, createdTime, provisioningState: state } = resource
  return itemOf(
    config,
    {
      ...named(id),
      type: `Azure::${type}`,
      name: name.split('/').at(-1) ?? name,
      configClass: type.split('/').at(-1),
      status: state,
      health: healthOf(state),
      labels: labelsOf(given),
      tags: { ...(location != null && { location }) },
      createdAt: createdTime,
      links: [...holdersOf(id, within.subscription), ...managedBy(resource.managedBy)],
    },
    within,
  )
}

async function* resourcesOf(api: AzureApi, within: Within): AsyncGenerator<Found> {
  const params = { $expand: 'createdTime,changedTime,provisioningState', $top: '500' }
  const list = { name: 'resources', path: 'resources', apiVersion: resourcesVersion, params }
  for await (const resources of api.listPages(list, resourceSchema))
    for (const resource of resources)
      if (isWantedType(within.given, resource.type)) yield resourceItem(resource, within)
}

/** The resources of a subscription with their groups, and what manages which. */
export const azure: ScraperType<AzureSpec> = {
  key: 'azure',
  spec: azureSpec,
  defaultType: 'Azure',
  endpointOf: ({ subscriptionID }) => `Azure subscription ${subscriptionID}`,
  async *scrape(given, run): AsyncGenerator<Found> {
    const api = await createAzureApi(given, run)
    const id = `/subscriptions/${given.subscriptionID}`
    const within = { subscription: id.toLowerCase(), given }
    const { displayName: name, state, tenantId: tenant, tags: labels } = await api.readSubscription(subscriptionSchema)
    yield itemOf(
      { id, displayName: name, state, tenantId: tenant },
      {
        ...named(id),
        type: subscriptionType,
        name,
        configClass: 'Subscription',
        status: state,
        health: state === 'Enabled' ? 'healthy' : 'warning',
        labels: labelsOf(labels),
      },
      within,
    )
    yield* partOf('Resource groups', groupsOf(api, within))
    yield* partOf('Resources', resourcesOf(api, within))
    if (isActivityWanted(given))
      yield* partOf('Activity log', activityChanges(api, within.subscription, given), { isBeside: true })
  },
}
