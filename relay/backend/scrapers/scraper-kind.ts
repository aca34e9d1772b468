import type { z } from 'zod'
import type { Target } from '#relay/backend/catalog/find-targets.ts'
import type { ScrapedChange, ScrapedInsight, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { CheckExpression } from '#relay/backend/checks/spec/check-type.ts'
import type { LinkRule } from '#relay/backend/scrapers/transform/transform-spec.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import type { TextFormat } from '#relay/backend/clients/documents/read-documents.ts'

export type Known = {
  readonly [Field in Exclude<keyof ScrapedItem, 'config'>]?: ScrapedItem[Field] | undefined
}

/** Several items cannot share the id and name of the source. */
export const withoutIdentity = ({ id: _id, name: _name, ...known }: Known): Known => known

export interface NamedReport {
  readonly type: string | undefined
  readonly id: string | undefined
  readonly rowId: string | undefined
  readonly scraper: string | undefined
  readonly report: FoundReport['report']
}

export interface FoundItem {
  readonly kind: 'item'
  readonly config: unknown
  readonly known: Known
  readonly reports?: readonly NamedReport[]
  readonly errors?: readonly string[]
}

export interface FoundText {
  readonly kind: 'text'
  readonly text: string
  readonly format?: TextFormat | undefined
  readonly known: Known
  readonly read?: (document: unknown) => readonly (FoundItem | FoundError)[]
}

export interface FoundError {
  readonly kind: 'error'
  readonly reason: string
  /** The error concerns data beside the items, which still count as completely read. */
  readonly isBeside?: true
}

export interface FoundChange {
  readonly kind: 'change'
  readonly ids: readonly string[]
  readonly change: ScrapedChange
}

/** About an item that may be of another document or scraper. Written at the end of a run, when all items are stored. */
export interface FoundReport {
  readonly kind: 'report'
  readonly target: Target
  readonly report:
    | { readonly kind: 'change'; readonly change: ScrapedChange; readonly isShaped: boolean }
    | { readonly kind: 'insight'; readonly insight: ScrapedInsight }
}

export type Found = FoundItem | FoundText | FoundError | FoundChange
export type FoundPart = FoundItem | FoundError | FoundChange

export interface ScrapeContext extends ClientRun {
  /** Security: the console's own data and secrets are never scraped. */
  readonly isHidden: (path: string) => Promise<boolean>
  readonly resourcesDir?: string | undefined
  readonly positions: Map<string, string>
  /** Called at the end of the run, unless the source could not be read to its end. */
  readonly onStored: (act: () => Promise<void>) => void
}

/** The follower reads the whole source again instead of reporting it. */
export class WatchExpired extends Error {}

export interface ScraperType<Spec> {
  readonly key: string
  readonly spec: z.ZodType<Spec>
  readonly describeEndpoint: (spec: Spec) => string
  readonly listExpressions?: (spec: Spec) => readonly CheckExpression[]
  /** Further rules of `transform.relationship`. */
  readonly listLinkRules?: (spec: Spec) => readonly LinkRule[]
  /** The kind redacts these itself, because they contain more than secrets. */
  readonly hidesItself?: readonly string[]
  readonly defaultType: string
  /** Each item is a row of one result: a script gets all of them as a list. */
  readonly yieldsRows?: boolean
  /** A run reads what is new. Items that it does not contain stay, unless `retention` limits their age. */
  readonly readsNewOnly?: boolean
  /** Yields everything the source contains. Throws when it cannot be read; existing items then stay. */
  readonly scrape: (spec: Spec, context: ScrapeContext) => AsyncIterable<Found>
  /**
   * Follows changes since `scrape`, whose positions it requires. A deleted item has `deletedAt`. Rejects when it
   * cannot continue.
   */
  readonly watch?: (spec: Spec, context: ScrapeContext, onFound: (found: FoundPart) => void) => Promise<never>
}

export interface PreparedScraper {
  readonly endpoint: string
  readonly defaultType: string
  readonly yieldsRows: boolean
  readonly readsNewOnly: boolean
  readonly expressions: readonly CheckExpression[]
  readonly linkRules: readonly LinkRule[]
  scrape(context: ScrapeContext): AsyncIterable<Found>
  readonly watch: ((context: ScrapeContext, onFound: (found: FoundPart) => void) => Promise<never>) | undefined
}

export interface ScraperKind {
  readonly key: string
  readonly spec: z.ZodType
  readonly hidesItself: readonly string[]
  read(raw: unknown): { readonly scraper: PreparedScraper } | { readonly issues: readonly z.core.$ZodIssue[] }
}

export const createScraperKind = <Spec>(type: ScraperType<Spec>): ScraperKind => ({
  key: type.key,
  spec: type.spec,
  hidesItself: type.hidesItself ?? [],
  read: (raw) => {
    const read = type.spec.safeParse(raw)
    if (!read.success) return { issues: specIssues(type.spec, read.error, raw) }
    const spec = read.data
    const { watch } = type
    return {
      scraper: {
        endpoint: type.describeEndpoint(spec),
        defaultType: type.defaultType,
        yieldsRows: type.yieldsRows === true,
        readsNewOnly: type.readsNewOnly === true,
        expressions: type.listExpressions?.(spec) ?? [],
        linkRules: type.listLinkRules?.(spec) ?? [],
        scrape: (context) => type.scrape(spec, context),
        watch: watch && ((context, onFound) => watch(spec, context, onFound)),
      },
    }
  },
})
