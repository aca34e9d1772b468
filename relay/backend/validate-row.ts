import { isMap } from '#shared/primitives/is-map.ts'
import type { TableWith } from '#shared/resources/resource-kinds.ts'
import { validateCheckNames } from '#relay/backend/checks/check-names.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { validateDoneCondition } from '#relay/backend/incidents/done/judge.ts'
import { readRuleSpec } from '#relay/backend/incidents/rules/read-rules.ts'
import { readLogBackend } from '#relay/backend/logs/log-backend-spec.ts'
import { findNotificationError } from '#relay/backend/notifications/find-notification-error.ts'
import { validateGroupMembers } from '#relay/backend/permissions/validate-group-members.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { readScraperSpec } from '#relay/backend/scrapers/scraper-spec.ts'
import { validateNames } from '#relay/backend/storable-text.ts'
import { readTopologySpec } from '#relay/backend/topology/read-topology-spec.ts'

type Row = Readonly<Record<string, unknown>>
type SpecError = { readonly error: string | { readonly reason: string } }
type ReadSpec =
  | SpecError
  | { readonly spec: unknown }
  | { readonly topology: unknown }
  | { readonly locations: unknown }

/** The checks of a canary are rejected one by one when it runs; notification rules have columns instead of a spec. */
type SpecTable = Exclude<TableWith<'specSchema'>, 'canaries' | 'notifications'>

const specReaders: Readonly<Record<SpecTable, (spec: unknown) => ReadSpec | Promise<ReadSpec>>> = {
  config_scrapers: (spec) => readScraperSpec(spec, scraperKinds),
  topologies: (spec) => readTopologySpec(spec, checkKinds),
  playbooks: readPlaybookSpec,
  logging_backends: (spec) => readLogBackend(isMap(spec) ? spec : {}),
  incident_rules: readRuleSpec,
}
const specReader = new Map(Object.entries(specReaders))

const validateSpec = async (relation: string, row: Row): Promise<string | undefined> => {
  const read = Object.hasOwn(row, 'spec') ? await specReader.get(relation)?.(row['spec']) : undefined
  if (read === undefined || !('error' in read)) return undefined
  return typeof read.error === 'string' ? read.error : read.error.reason
}

const validators = [
  validateNames,
  validateCheckNames,
  findNotificationError,
  validateSpec,
  validateDoneCondition,
  validateGroupMembers,
]

export const validateRow = async (relation: string, row: Row): Promise<string | undefined> => {
  for (const validate of validators) {
    const error = await validate(relation, row)
    if (error !== undefined) return error
  }
  return undefined
}
