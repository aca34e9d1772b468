export const healths = ['healthy', 'unhealthy', 'warning', 'unknown'] as const
export type Health = (typeof healths)[number]

/** Of an item that its source or a rule deletes. Other reasons: STALE, RETENTION, SCRAPER_DELETED, DUPLICATE. */
type DeleteReason = 'SOURCE' | 'FROM_DELETE_FIELD' | 'FROM_EVENT'

type Property = Readonly<Record<string, unknown>>

export interface ScrapedChange {
  readonly changeType: string
  readonly severity: string
  readonly source: string
  readonly summary: string
  readonly externalId?: string | undefined
  readonly createdBy?: string | undefined
  readonly createdAt?: string | undefined
  readonly count?: number | undefined
  readonly patches?: unknown
  readonly diff?: string | undefined
  readonly details?: unknown
  readonly action?: 'delete' | 'ignore' | undefined
}

export interface ScrapedInsight {
  readonly analyzer: string
  readonly analysisType: string
  readonly severity: string
  readonly summary: string
  readonly message: string | null
  readonly source: string | null
  readonly analysis?: unknown
}

/** All fields that are set must match; at least an id or a name is set. */
export interface ItemReference {
  readonly type?: string | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly tags?: Readonly<Record<string, string>> | undefined
  /** Id, name or namespace/name. */
  readonly scraper?: string | undefined
  /** Id or name; `self` for this console. */
  readonly agent?: string | undefined
}

/** Of several parents, the first that exists is used. */
export type ItemLink =
  | { readonly kind: 'parent'; readonly to: ItemReference }
  | { readonly kind: 'related'; readonly relation: string; readonly to: ItemReference }

interface ScrapedCosts {
  readonly perMinute: number | null
  readonly day: number | null
  readonly week: number | null
  readonly month: number | null
}

export interface ScrapedItem {
  readonly type: string
  readonly id: string
  readonly aliases: readonly string[]
  readonly configClass: string
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly status: string | null
  readonly health: Health | null
  readonly ready: boolean | null
  readonly labels: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
  readonly properties: readonly Property[]
  readonly costs?: ScrapedCosts | undefined
  readonly config: unknown
  readonly source: string | null
  readonly createdAt: string | null
  readonly deletedAt: string | null
  readonly deleteReason?: DeleteReason | undefined
  readonly changes: readonly ScrapedChange[]
  readonly insights: readonly ScrapedInsight[]
  readonly unaskedAnalyzers?: readonly string[] | undefined
  readonly links: readonly ItemLink[]
}
