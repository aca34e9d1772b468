import { dryRunMax, type DryRun } from '#shared/resources/dry-run-route.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { findItems } from '#relay/backend/scrapers/find-items.ts'
import { readScraperSpec, type ScraperKinds } from '#relay/backend/scrapers/scraper-spec.ts'
import { sourceContext, type ReadySource, type SourceDeps } from '#relay/backend/scrapers/source-context.ts'
import { timeLimit } from '#relay/time-limit.ts'

export interface TryScraperDeps extends SourceDeps {
  readonly kinds: ScraperKinds
}

interface DryRunInput {
  readonly id: string
  readonly spec: unknown
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export const tryScraper = async (input: DryRunInput, { kinds, ...deps }: TryScraperDeps): Promise<DryRun> => {
  const read = await readScraperSpec(input.spec, kinds)
  const items: DryRun['items'] = []
  const notes: string[] = []
  if ('error' in read) {
    const { path, reason } = read.error
    return { problems: [{ path: [...path], reason }], checks: [], items, steps: [], notes }
  }
  for (const source of read.spec.sources) {
    if (source.kind === 'unavailable') {
      notes.push(source.reason)
      continue
    }
    const room = dryRunMax - items.length
    if (room <= 0 || input.signal.aborted) {
      notes.push(`${source.scraper.endpoint} was not read: a dry run is limited to ${dryRunMax} items.`)
      continue
    }
    const found = await firstItems(source, { ...input, isFull: read.spec.isFull, room }, deps)
    items.push(...found.items)
    notes.push(...found.notes)
  }
  return { problems: [], checks: [], items, steps: [], notes }
}

const firstItems = async (
  source: ReadySource,
  { id, timeoutMs, signal, isFull, room }: DryRunInput & { readonly isFull: boolean; readonly room: number },
  deps: SourceDeps,
): Promise<Pick<DryRun, 'items' | 'notes'>> => {
  const limit = timeLimit(timeoutMs, signal)
  const { context, mask } = sourceContext(source, deps, { timeoutMs, signal: limit.signal, positions: new Map() })
  const items: DryRun['items'] = []
  const notes = new Set<string>()
  try {
    for await (const batch of findItems({ source, context, isFull, owner: id })) {
      for (const message of batch.errors) notes.add(mask.inText(message))
      for (const { reason } of batch.failures) notes.add(mask.inText(reason))
      const shown = batch.items.slice(0, room - items.length)
      items.push(
        ...shown.map(({ type, name, id: known }) => ({
          type,
          name: mask.inName(name),
          id: mask.inName(known),
        })),
      )
      if (items.length < room) continue
      notes.add(`${source.scraper.endpoint} may have more items: a dry run is limited to ${dryRunMax}.`)
      break
    }
  } catch (error) {
    notes.add(
      limit.signal.aborted
        ? `${source.scraper.endpoint}: timed out after ${timeoutMs / 1000} s.`
        : mask.inText(describeError(error, source.scraper.endpoint)),
    )
  } finally {
    limit.done()
  }
  return { items, notes: [...notes].slice(0, dryRunMax) }
}
