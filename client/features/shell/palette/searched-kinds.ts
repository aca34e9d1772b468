import { Database, GridView, Link, Manual, Notifications, People, Pulse, WarningSign } from '@blueprintjs/icons'
import { z } from 'zod'
import { humanPeople } from '#shared/access/human-people.ts'
import { incidentName, incidentState } from '#client/domain/incidents/incident-state.ts'
import { formatStatus, toRunState } from '#client/domain/playbooks/run-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import { listAcknowledged } from '#client/domain/health/acknowledgement-api.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { nullableText, textOrEmpty } from '#shared/primitives/row-values.ts'
import type { Hit } from './hit.ts'
import { searchedKind, type SearchedKind } from './searched-kind.ts'

/** Other backends do not store acknowledgements. */
const markAcknowledged = async (hits: readonly Hit[], signal: AbortSignal): Promise<readonly Hit[]> => {
  if (!hasOwnBackend() || !hits.some(({ state }) => state === 'unhealthy')) return hits
  const byId = new Map((await listAcknowledged(signal)).map(({ id, by }) => [id, by]))
  return hits.map((hit) => {
    const by = byId.get(hit.resource?.id ?? '')
    return by === undefined ? hit : { ...hit, detail: `${hit.detail}, acknowledged by ${by}` }
  })
}

const named = z.object({ id: z.string(), name: textOrEmpty })
const live = { deleted_at: 'is.null' } as const

type OwnHit = Partial<Hit> & Pick<Hit, 'name' | 'href'>
const hit = (own: OwnHit): Omit<Hit, 'key'> => ({
  detail: '',
  state: null,
  status: '',
  since: null,
  resource: null,
  ...own,
})

const join = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(', ')

/** In the order in which the palette lists them. `page` is the page whose readers may search the kind. */
export const searchedKinds: readonly SearchedKind[] = [
  searchedKind({
    kind: 'checks',
    title: 'Checks',
    icon: Pulse,
    page: routes.health,
    relation: 'checks',
    row: named.extend({
      type: textOrEmpty,
      status: textOrEmpty,
      last_transition_time: nullableText,
      canaries: z.object({ name: textOrEmpty }).nullish(),
    }),
    select: 'id,name,type,status,last_transition_time,canaries!checks_canary_id_fkey(name)',
    filter: live,
    toHit: ({ id, name, type, status, last_transition_time: since, canaries }) =>
      hit({
        name,
        detail: canaries?.name || type,
        state: stateFromStatus(status),
        status,
        since,
        href: `${routes.health}?checkId=${encodeURIComponent(id)}`,
        resource: { kind: 'check', id, name },
      }),
    complete: markAcknowledged,
    toMoreHref: (search) => `${routes.health}?${new URLSearchParams({ query: search }).toString()}`,
  }),
  searchedKind({
    kind: 'configs',
    title: 'Catalog',
    icon: Database,
    page: routes.catalog,
    relation: 'config_items',
    row: named.extend({ type: textOrEmpty, health: textOrEmpty, status: textOrEmpty }),
    select: 'id,name,type,health,status',
    filter: live,
    toHit: ({ id, name, type, health, status }) =>
      hit({
        name,
        detail: type,
        state: stateFromStatus(health),
        status: join(health, status),
        href: linkTo(routes.configItem, { id }),
        resource: { kind: 'config', id, name },
      }),
    toMoreHref: (search) => `${routes.catalog}?${new URLSearchParams({ search }).toString()}`,
  }),
  searchedKind({
    kind: 'components',
    title: 'Components',
    icon: GridView,
    page: routes.topology,
    relation: 'components',
    row: named.extend({ type: textOrEmpty, status: textOrEmpty, health: textOrEmpty }),
    select: 'id,name,type,status,health',
    filter: live,
    toHit: ({ id, name, type, status, health }) =>
      hit({
        name,
        detail: type,
        state: stateFromStatus(health || status),
        status: join(health, status),
        href: linkTo(routes.topologyItem, { id }),
        resource: { kind: 'component', id, name },
      }),
  }),
  searchedKind({
    kind: 'incidents',
    title: 'Incidents',
    icon: WarningSign,
    page: routes.incidents,
    relation: 'incidents',
    names: ['title', 'incident_id'],
    row: z.object({
      id: z.string(),
      incident_id: nullableText,
      title: textOrEmpty,
      status: textOrEmpty,
      severity: textOrEmpty,
      created_at: nullableText,
    }),
    select: 'id,incident_id,title,status,severity,created_at',
    order: 'created_at.desc',
    toHit: ({ id, incident_id, title, status, severity, created_at: since }) =>
      hit({
        name: `${incidentName({ incident_id, id })} ${title}`,
        detail: severity,
        state: incidentState(status),
        status,
        since,
        href: linkTo(routes.incident, { id }),
        resource: { kind: 'incident', id, name: title },
      }),
    toMoreHref: (search) => `${routes.incidents}?${new URLSearchParams({ search }).toString()}`,
  }),
  searchedKind({
    kind: 'playbooks',
    title: 'Playbooks',
    icon: Manual,
    page: routes.playbooks,
    relation: 'playbook_names',
    names: ['title', 'name'],
    row: named.extend({ title: textOrEmpty, category: textOrEmpty }),
    select: 'id,name,title,category',
    toHit: ({ id, name, title, category }) =>
      hit({
        name: title || name,
        detail: category,
        href: linkTo(routes.playbook, { id }),
        resource: { kind: 'playbook', id, name: title || name },
      }),
    toMoreHref: (search) => `${routes.playbooks}?${new URLSearchParams({ search }).toString()}`,
  }),
  searchedKind({
    kind: 'runs',
    title: 'Playbook runs',
    icon: Manual,
    page: routes.playbooks,
    relation: 'playbook_runs',
    names: ['title', 'name'],
    embed: 'playbooks',
    row: z.object({
      id: z.string(),
      status: textOrEmpty,
      created_at: nullableText,
      playbooks: z.object({ name: textOrEmpty, title: textOrEmpty }),
    }),
    select: 'id,status,created_at,playbooks!inner(name,title)',
    order: 'created_at.desc',
    toHit: ({ id, status, created_at: since, playbooks: { name, title } }) =>
      hit({
        name: title || name,
        state: toRunState(status),
        status: formatStatus(status),
        since,
        href: linkTo(routes.playbookRun, { id }),
      }),
  }),
  searchedKind({
    kind: 'rules',
    title: 'Notification rules',
    icon: Notifications,
    page: routes.notificationRules,
    relation: 'notifications',
    names: ['name', 'title'],
    row: named.extend({ title: textOrEmpty }),
    select: 'id,name,title',
    filter: live,
    toHit: ({ id, name, title }) =>
      hit({ name: name || title, href: linkTo(routes.notificationRule, { id }), detail: name === '' ? '' : title }),
    toMoreHref: (search) => `${routes.notificationRules}?${new URLSearchParams({ search }).toString()}`,
  }),
  searchedKind({
    kind: 'connections',
    title: 'Connections',
    icon: Link,
    page: routes.connections,
    relation: 'connections',
    row: named.extend({ type: textOrEmpty, namespace: textOrEmpty }),
    select: 'id,name,type,namespace',
    filter: live,
    toHit: ({ id, name, type, namespace }) =>
      hit({
        name,
        detail: join(type, namespace),
        href: `${routes.connections}?${new URLSearchParams({ id }).toString()}`,
      }),
    toMoreHref: (search) => `${routes.connections}?${new URLSearchParams({ search }).toString()}`,
  }),
  searchedKind({
    kind: 'people',
    title: 'People',
    icon: People,
    page: routes.users,
    relation: 'people',
    names: ['name', 'email'],
    row: named.extend({ email: textOrEmpty }),
    select: 'id,name,email',
    filter: humanPeople,
    toHit: ({ name, email }) =>
      hit({
        name: name || email,
        detail: email,
        href: `${routes.users}?${new URLSearchParams({ search: email || name }).toString()}`,
      }),
    toMoreHref: (search) => `${routes.users}?${new URLSearchParams({ search }).toString()}`,
  }),
]
