import type { ScrapedInsight, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'

const findingsMax = 20_000

export interface Finding {
  readonly id: string
  readonly type?: string | undefined
  readonly region?: string | undefined
  readonly insight: ScrapedInsight
}

export type Costs = NonNullable<ScrapedItem['costs']>

export class KnownBefore {
  readonly #findings = new Map<string, Finding[]>()
  readonly #costs = new Map<string, Costs>()
  readonly #unasked: string[] = []

  /** When reading rejects, findings of earlier runs stay. */
  async addFindings(analyzer: string, findings: AsyncIterable<Finding>): Promise<void> {
    this.#unasked.push(analyzer)
    let count = 0
    for await (const finding of findings) {
      count += 1
      if (count > findingsMax) throw new ServiceError(200, `More than ${findingsMax} findings`)
      const same = this.#findings.get(finding.id)
      if (same === undefined) this.#findings.set(finding.id, [finding])
      else same.push(finding)
    }
    this.#unasked.splice(this.#unasked.indexOf(analyzer), 1)
  }

  async addCosts(costs: AsyncIterable<readonly [id: string, costs: Costs]>): Promise<void> {
    for await (const [id, each] of costs) this.#costs.set(id, each)
  }

  withKnown(item: FoundItem): FoundItem {
    const { id = '', type, aliases = [], tags } = item.known
    const itemRegion = tags?.['region'] ?? 'global'
    const insights = [id, ...aliases]
      .flatMap((name) => this.#findings.get(name) ?? [])
      .filter((found) => (found.type ?? type) === type)
      .filter(({ region = itemRegion }) => itemRegion === 'global' || itemRegion === region)
      .map(({ insight }) => insight)
    return { ...item, known: { ...item.known, insights, unaskedAnalyzers: this.#unasked, costs: this.#costs.get(id) } }
  }
}
