import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { faultOfCondition } from '#relay/backend/incidents/done/judge.ts'
import { faultOfRule } from '#relay/backend/incidents/rules/read-rules.ts'
import { faultOfLogBackend } from '#relay/backend/logs/log-backend-spec.ts'
import { faultOfNotification } from '#relay/backend/notifications/fault-of-notification.ts'
import { faultOfPlaybook } from '#relay/backend/playbooks/spec/fault-of-playbook.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { faultOfScraper } from '#relay/backend/scrapers/scraper-rows.ts'
import { faultOfTopology } from '#relay/backend/topology/read-topology-spec.ts'

const faults = [
  faultOfNotification,
  faultOfPlaybook,
  faultOfScraper(scraperKinds),
  faultOfTopology(checkKinds),
  faultOfLogBackend,
  faultOfRule,
  faultOfCondition,
]

/** What is wrong with a row that is to be written to a relation, as a sentence; undefined when nothing is. */
export const faultOfRow = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  for (const faultOf of faults) {
    const fault = await faultOf(relation, row)
    if (fault !== undefined) return fault
  }
  return undefined
}
