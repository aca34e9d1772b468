import type { z } from 'zod'
import type { ScrapedChange, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { CheckExpression } from '#relay/backend/checks/check-type.ts'
import type { ClientRun } from '#relay/backend/clients/client-run.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import type { TextFormat } from '#relay/backend/scrapers/documents/read-documents.ts'

/** What a kind knows of an item beside its document. What the scraper's own fields say (`id`, `type` and the others) goes before. */
export type Known = {
  readonly [Field in Exclude<keyof ScrapedItem, 'config'>]?: ScrapedItem[Field] | undefined
}

/** Something that a source holds, with its document. */
export interface FoundItem {
  readonly kind: 'item'
  readonly config: unknown
  readonly known: Known
}

/** A text that a source holds, of which the documents are still to be read. */
export interface FoundText {
  readonly kind: 'text'
  readonly text: string
  /** What it is unless the scraper says so; guessed where neither does. */
  readonly format?: TextFormat | undefined
  readonly known: Known
  /** What one of its documents is, where the kind knows more of it than the scraper's fields can say. */
  readonly read?: (document: unknown) => readonly (FoundItem | FoundError)[]
}

/** A part of a source that cannot be read, while the rest can; `reason` is a sentence. */
export interface FoundError {
  readonly kind: 'fault'
  readonly reason: string
  /** It is about what the document asks for beside the source's items: these count as read whole. */
  readonly isBeside?: true
}

/** Something that happened to an item which is found elsewhere; `ids` are names that the source may know it by. */
export interface FoundChange {
  readonly kind: 'change'
  readonly ids: readonly string[]
  readonly change: ScrapedChange
}

export type Found = FoundItem | FoundText | FoundError | FoundChange
/** What needs no further reading. */
export type FoundPart = FoundItem | FoundError | FoundChange

/** What one run of a scraper may use. */
export interface ScrapeContext extends ClientRun {
  /** Whether a file is the console's own business: its data and secrets are never scraped. */
  readonly isHidden: (path: string) => Promise<boolean>
  /** How far each part of the source was read: written by `scrape`, and read by `watch`, which goes on from there. */
  readonly positions: Map<string, string>
}

/** The source does not tell any more what happened since it was read, or too much of it: it is read again. */
export class WatchExpired extends Error {}

/** One kind of source: a file in `relay/backend/scrapers/kinds/`. `key` is its array's name in a ScrapeConfig. */
export interface ScraperType<Spec> {
  readonly key: string
  /** Its own fields, those of every scraper left out. */
  readonly spec: z.ZodType<Spec>
  /** What it reads, for messages. Never a secret. */
  readonly describeEndpoint: (spec: Spec) => string
  /** What in the spec is an expression: it must be readable when the document is read. */
  readonly listExpressions?: (spec: Spec) => readonly CheckExpression[]
  /** Fields whose secrets the kind itself hides when it reads them, since they hold more than secrets. */
  readonly hidesItself?: readonly string[]
  /** What items are when neither the scraper's own fields nor the source say. */
  readonly defaultType: string
  /**
   * What the source holds at this moment, all of it, a piece at a time. Throws when it cannot be read; what was found before is
   * kept, and nothing counts as gone.
   */
  readonly scrape: (spec: Spec, context: ScrapeContext) => AsyncIterable<Found>
  /**
   * Tells what became another since it was read, and goes on telling; what is gone is an item with `deletedAt`. Only for sources of
   * which `scrape` wrote positions. Rejects when it cannot go on, which ends with its signal at the latest.
   */
  readonly watch?: (spec: Spec, context: ScrapeContext, onFound: (found: FoundPart) => void) => Promise<never>
}

/** A source whose spec was read. */
export interface PreparedScraper {
  readonly endpoint: string
  readonly defaultType: string
  readonly expressions: readonly CheckExpression[]
  scrape(context: ScrapeContext): AsyncIterable<Found>
  readonly watch: ((context: ScrapeContext, onFound: (found: FoundPart) => void) => Promise<never>) | undefined
}

/** A kind of source with its spec's type hidden inside, so that kinds of different specs stand in one list. */
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
        expressions: type.listExpressions?.(spec) ?? [],
        scrape: (context) => type.scrape(spec, context),
        watch: watch && ((context, onFound) => watch(spec, context, onFound)),
      },
    }
  },
})
