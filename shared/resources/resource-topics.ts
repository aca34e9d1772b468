import { scraperTable } from '#shared/catalog/catalog-topics.ts'
import { canaryTable } from '#shared/health/health-topics.ts'
import { tableTopic, type TableTopic } from '#shared/live/table-topic.ts'
import { playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { resourceKinds, tablesWith, type TableWith } from './resource-kinds.ts'

type EditedTable = TableWith<'hasEditor'>

const declaredByDomain: Partial<Record<EditedTable, TableTopic>> = {
  canaries: canaryTable,
  config_scrapers: scraperTable,
  playbooks: playbookTable,
}

/** Their lists show the last job of each row. */
const tablesWithJobs: ReadonlySet<EditedTable> = new Set(['topologies', 'teams'])

const toTopic = (table: EditedTable): TableTopic =>
  tableTopic(
    `resources.${table}`,
    resourceKinds[table].resource,
    table,
    tablesWithJobs.has(table) ? { shows: [table, `${table}_with_status`], changedBy: [table, 'job_history'] } : {},
  )

/** By table: changes when a row of it or its last job does. */
export const resourceTopics = Object.fromEntries(
  tablesWith('hasEditor').map((table) => [table, declaredByDomain[table] ?? toTopic(table)]),
) as Readonly<Record<EditedTable, TableTopic>>
