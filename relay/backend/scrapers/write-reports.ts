import { appendValue } from '#shared/primitives/append-value.ts'
import { deleteByChange } from '#relay/backend/catalog/delete-items.ts'
import { findTargets, type Target } from '#relay/backend/catalog/find-targets.ts'
import { readItemsById } from '#relay/backend/catalog/read-items.ts'
import type { ItemReference } from '#relay/backend/catalog/scraped-item.ts'
import { writeChanges } from '#relay/backend/catalog/write-changes.ts'
import { writeInsights } from '#relay/backend/catalog/write-insights.ts'
import type { FoundReport } from '#relay/backend/scrapers/scraper-kind.ts'
import { shapeChanges } from '#relay/backend/scrapers/transform/shape-changes.ts'
import type { BatchOptions } from '#relay/backend/scrapers/write-batch.ts'

const describeReference = ({ type, id, name, namespace, labels }: ItemReference): string => {
  const label = labels === undefined ? undefined : `with the labels ${JSON.stringify(labels)}`
  const within = namespace === undefined ? '' : ` in ${namespace}`
  return [type, id ?? name].filter((part) => part !== undefined).join(' ') + within + (label ? ` ${label}` : '')
}

const describeTarget = (target: Target): string => {
  if (target.kind === 'item') return describeReference({ ...target.to, id: target.to.id ?? target.rowId })
  return `an ancestor${target.type === undefined ? '' : ` of type ${target.type}`} of ${describeReference(target.below)}`
}

const describeUnmatched = ({ target, report }: FoundReport): string => {
  const kind = report.kind === 'change' ? `change ${report.change.changeType}` : `insight of ${report.insight.analyzer}`
  return `The ${kind} is about ${describeTarget(target)}, which is not in the catalog. It was not stored.`
}

const sliceReports = 1_000

/** A report about an unknown item is an error of the run and not stored. */
export const writeReports = async (reports: readonly FoundReport[], options: BatchOptions): Promise<void> => {
  for (let from = 0; from < reports.length; from += sliceReports)
    await writeSlice(reports.slice(from, from + sliceReports), options)
}

const writeSlice = async (reports: readonly FoundReport[], options: BatchOptions): Promise<void> => {
  const { database, onChange, scrape, summary, mask, transform, signal } = options
  const masked = mask.texts.size === 0 ? reports : reports.map((each) => mask.inRecord(each))
  const targets = new Map<string, Target>()
  for (const { target } of masked) targets.set(JSON.stringify(target), target)
  const rowIds = await findTargets(database, scrape, [...targets.values()])
  const idsByTarget = new Map([...targets.keys()].map((key, place) => [key, rowIds.get(place) ?? []]))
  const reportsById = new Map<string, FoundReport['report'][]>()
  for (const each of masked) {
    const ids = idsByTarget.get(JSON.stringify(each.target)) ?? []
    if (ids.length === 0)
      summary.addRuleFailure({ rule: JSON.stringify([each.target, each.report.kind]), reason: describeUnmatched(each) })
    for (const id of ids) appendValue(reportsById, id, each.report)
  }
  const items = await readItemsById(database, [...reportsById.keys()])
  const written = await Promise.all(
    items.map(async ({ id, item }) => {
      const own = reportsById.get(id) ?? []
      const changes = own.flatMap((report) => (report.kind === 'change' ? [report] : []))
      const insights = own.flatMap((report) => (report.kind === 'insight' ? [report.insight] : []))
      const shaped = await shapeChanges(
        item,
        changes.flatMap(({ change, isShaped }) => (isShaped ? [] : [change])),
        transform?.changes,
        { owner: scrape.scraperId, signal },
      )
      for (const failure of shaped.failures) summary.addRuleFailure(failure)
      const ready = changes.flatMap(({ change, isShaped }) => (isShaped ? [change] : []))
      return { id, item: { ...item, insights }, changes: [...shaped.changes, ...ready], reports: shaped.reports }
    }),
  )
  const changeIds = await writeChanges(database, scrape.at, written)
  const insightIds = await writeInsights(
    database,
    scrape,
    written.filter(({ item }) => item.insights.length > 0),
    { resolvesMissing: false },
  )
  summary.countChanges(changeIds.length)
  if (changeIds.length > 0) onChange({ relation: 'config_changes', ids: changeIds })
  if (insightIds.length > 0) onChange({ relation: 'config_analysis', ids: insightIds })
  const deleted = await deleteByChange(
    database,
    scrape,
    written.flatMap(({ id, changes }) => (changes.some(({ action }) => action === 'delete') ? [id] : [])),
  )
  summary.count('deleted', deleted)
  if (deleted.length > 0) onChange({ relation: 'config_items', ids: deleted.map(({ id }) => id) })
  // Moved changes are already shaped, so this ends after one more call.
  await writeReports(
    written.flatMap((each) => each.reports),
    options,
  )
}
