import { scraperTable } from '#shared/catalog/catalog-topics.ts'
import { canaryTable } from '#shared/health/health-topics.ts'
import { tableTopic, type TableTopic } from '#shared/live/table-topic.ts'
import { playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { resourceKinds, type TableWith } from './resource-kinds.ts'

const toTopic = (table: TableWith<'hasEditor'>, options: Parameters<typeof tableTopic>[3] = {}): TableTopic =>
  tableTopic(`resources.${table}`, resourceKinds[table].resource, table, options)

/** Their lists show the last job of each row. */
const toTopicWithJobs = (table: TableWith<'hasEditor'>): TableTopic =>
  toTopic(table, { shows: [table, `${table}_with_status`], changedBy: [table, 'job_history'] })

/** By table: changes when a row of it or its last job does. */
export const resourceTopics: Readonly<Record<TableWith<'hasEditor'>, TableTopic>> = {
  canaries: canaryTable,
  config_scrapers: scraperTable,
  playbooks: playbookTable,
  topologies: toTopicWithJobs('topologies'),
  logging_backends: toTopic('logging_backends'),
  incident_rules: toTopic('incident_rules'),
  notifications: toTopic('notifications'),
  teams: toTopicWithJobs('teams'),
}
