/** How an item is: what a source says is read as one of these, everything else as unknown. */
export const healths = ['healthy', 'unhealthy', 'warning', 'unknown'] as const
export type Health = (typeof healths)[number]

/** One fact about an item that a page shows beside its document. */
type Property = Readonly<Record<string, unknown>>

/** Something that happened to an item. */
export interface ScrapedChange {
  readonly changeType: string
  readonly severity: string
  readonly source: string
  readonly summary: string
  /** The source's own id of it, by which it is known when the source tells of it again. */
  readonly externalId?: string | undefined
  /** Who did it, where the source says so. */
  readonly createdBy?: string | undefined
  readonly createdAt?: string | undefined
  /** How often it happened by now, where the source counts. */
  readonly count?: number | undefined
  readonly patches?: unknown
  readonly diff?: string | undefined
  readonly details?: unknown
  /** It says that the item is gone, or that it is not worth keeping itself. */
  readonly action?: 'delete' | 'ignore' | undefined
}

/** Something that is wrong with an item, or could be better. */
export interface ScrapedInsight {
  readonly analyzer: string
  readonly analysisType: string
  readonly severity: string
  readonly summary: string
  readonly message: string | null
  readonly source: string | null
  readonly analysis?: unknown
}

/** What another item is found by: everything that is given must hold of it, and at least an id or a name is. */
export interface ItemReference {
  readonly type?: string | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly tags?: Readonly<Record<string, string>> | undefined
}

/** An item says what holds it (of several the first that is there), or what it leads to. */
export type ItemLink =
  | { readonly kind: 'parent'; readonly to: ItemReference }
  /** `hard` where the other belongs to it; every other relation is soft. */
  | { readonly kind: 'related'; readonly relation: string; readonly to: ItemReference }

/** What an item costs, as far as its source says; null where it says nothing. The currency is the source's. */
interface ScrapedCosts {
  readonly perMinute: number | null
  readonly day: number | null
  readonly week: number | null
  readonly month: number | null
}

/** An item as a source has it at this moment. Times are ISO texts. */
export interface ScrapedItem {
  readonly type: string
  /** What the source calls it; with the type it tells items apart. */
  readonly id: string
  /** Other names that the source knows it by. */
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
  /** Its document: any JSON. */
  readonly config: unknown
  /** Where it was found. */
  readonly source: string | null
  readonly createdAt: string | null
  /** The source says that it is gone, and keeps telling of it. */
  readonly deletedAt: string | null
  readonly changes: readonly ScrapedChange[]
  readonly insights: readonly ScrapedInsight[]
  /** Analyzers that could not be asked: what they said of the item before stays. */
  readonly unaskedAnalyzers?: readonly string[] | undefined
  readonly links: readonly ItemLink[]
}
