import { filledRow, type EmptyRowName } from '#relay/backend/templates/places/empty-rows.ts'
import type { EventKind } from '#shared/notifications/notification-values.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { markRow } from '#relay/backend/templates/marked-rows.ts'

export interface Target {
  readonly id: string
  readonly name: string
  readonly type: string | null
  readonly namespace: string | null
  readonly status: string | null
  readonly health: string | null
  readonly labels: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
  readonly row: Row
  /** Null: this console. */
  readonly agent: { readonly id: string; readonly name: string } | null
}

type Row = Readonly<Record<string, unknown>>

interface EventFacts {
  readonly event: string
  readonly kind: EventKind
  readonly target: Target
  readonly agent?: Row | null
  readonly canary?: Row | null | undefined
  /** Rows of the event besides the resource: a comment and its author, an evidence and its hypothesis. */
  readonly parts?: Readonly<Record<string, Row | null>> | null
  readonly checkStatus?: Row | null
  readonly recentEvents?: readonly unknown[] | null
}

const rowNames = [
  'config',
  'component',
  'check',
  'canary',
  'incident',
  'playbook',
  'evidence',
  'responder',
  'comment',
  'author',
  'hypothesis',
  'approval',
] as const satisfies readonly EmptyRowName[]

const states: ReadonlySet<string> = new Set(['healthy', 'unhealthy', 'warning', 'unknown', 'failed', 'passed'])
const healthByState: Readonly<Record<string, string>> = { failed: 'unhealthy', passed: 'healthy' }

/** The health that an event reports, which can be older than the resource's present one. */
export const findEventHealth = (event: string): string | undefined => {
  const [, state = '', ...more] = event.split('.')
  return more.length === 0 && states.has(state) ? (healthByState[state] ?? state) : undefined
}

const findState = (event: string): string => {
  const parts = event.split('.')
  return findEventHealth(event) ?? parts.at(-1) ?? ''
}

/** Every variable of the filters and templates of a rule is defined, and empty unless the event has it. */
export const createEventValues = ({
  event,
  kind,
  target,
  agent,
  canary,
  parts,
  checkStatus,
  recentEvents,
}: EventFacts): Row => {
  const stored: Readonly<Record<string, Row | null | undefined>> = { ...parts, canary, [kind]: target.row }
  return {
    ...Object.fromEntries(rowNames.map((name): [string, Row] => [name, filledRow(name, stored[name])])),
    agent: filledRow('agent', agent),
    check_status: filledRow('check_status', checkStatus),
    id: target.id,
    name: target.name,
    type: target.type ?? '',
    status: target.status ?? '',
    health: target.health ?? '',
    labels: target.labels,
    tags: target.tags,
    new_state: findState(event),
    recent_events: (recentEvents ?? []).map((each) => (isMap(each) ? markRow({ ...each }) : each)),
    event,
    channel: '',
    groupedResources: [],
    permalink: '',
    silenceURL: '',
    actionURL: '',
  }
}
