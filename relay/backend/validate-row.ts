import { validateCheckNames } from '#relay/backend/checks/check-names.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { validateDoneCondition } from '#relay/backend/incidents/done/judge.ts'
import { validateIncidentRule } from '#relay/backend/incidents/rules/read-rules.ts'
import { validateLogBackend } from '#relay/backend/logs/log-backend-spec.ts'
import { findNotificationError } from '#relay/backend/notifications/find-notification-error.ts'
import { validatePlaybook } from '#relay/backend/playbooks/spec/validate-playbook.ts'
import { validateGroupMembers } from '#relay/backend/permissions/validate-group-members.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { validateScraper } from '#relay/backend/scrapers/scraper-rows.ts'
import { validateNames } from '#relay/backend/storable-text.ts'
import { validateTopology } from '#relay/backend/topology/read-topology-spec.ts'

const validators = [
  validateNames,
  validateCheckNames,
  findNotificationError,
  validatePlaybook,
  validateScraper(scraperKinds),
  validateTopology(checkKinds),
  validateLogBackend,
  validateIncidentRule,
  validateDoneCondition,
  validateGroupMembers,
]

export const validateRow = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  for (const validate of validators) {
    const error = await validate(relation, row)
    if (error !== undefined) return error
  }
  return undefined
}
