import type { Resource } from '#shared/access/resources.ts'
import type { KnownFeature } from '#shared/settings/known-features.ts'

/** A document of `RESOURCES_DIR` that is also a row that people edit. */
export interface ResourceKind {
  readonly kind: string
  readonly apiGroup: 'canaries' | 'configs' | 'mission-control'
  readonly table: string
  readonly noun: string
  readonly title: string
  /** Needed to read and write rows. */
  readonly resource: Resource
  /** Flag of its list under Settings; null without such a list. */
  readonly settingsFeature: KnownFeature | null
  /** Name of the JSON schema of its spec; the schemas of whole documents have one or more names. */
  readonly specSchema: string | null
  readonly documentSchemas: readonly string[]
  /** Otherwise names are unique across namespaces. */
  readonly hasNamespace: boolean
  /** Agents push rows of their own. */
  readonly hasAgent: boolean
  /** Edited on the page of a resource, as a document. */
  readonly hasEditor: boolean
  /** Everyone who can read a row can read its history. */
  readonly hasHistory: boolean
  readonly hasDryRun: boolean
  /** Finishes "This document …", for kinds that need write on exec. */
  readonly execCapability: string | null
  /** Kind of a reference by name, as in permissions and notification rules. */
  readonly reference: 'canary' | 'connection' | 'notification' | 'playbook' | 'scraper' | 'team' | 'topology' | null
  /** `resource_type` of its rows in the job history. */
  readonly jobResource: string | null
  /** Columns that can refer to connections. */
  readonly connectionColumns: readonly string[]
  /** Columns with secrets, which are encrypted at rest. */
  readonly secretColumns: readonly string[]
  /** Columns that an agent reports to its upstream, besides name, spec and times; null if it reports no rows. */
  readonly reportedColumns: Readonly<Record<string, 'text' | 'json'>> | null
  /** Columns of the resource search, besides name and times, and what a hit shows of them; null if it has no such rows. */
  readonly search: {
    readonly texts: readonly string[]
    readonly type: string | null
    readonly labels: string | null
    readonly shown: Readonly<Partial<Record<'agent' | 'icon' | 'tags' | 'type', string>>>
  } | null
  /** Columns with documents, in which secrets are masked for viewers. */
  readonly documentColumns: readonly string[]
}

/** Rows that other engines read: they do not run, and are edited in forms of their own. */
export const withoutEngine = {
  hasAgent: false,
  hasEditor: false,
  hasHistory: false,
  hasDryRun: false,
  execCapability: null,
  reference: null,
  jobResource: null,
  connectionColumns: [],
  reportedColumns: null,
  search: null,
} as const

export const defineResourceKind = <const Kind extends ResourceKind>(kind: Kind): Kind => kind
