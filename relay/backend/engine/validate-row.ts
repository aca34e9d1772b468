import { isTableWith } from '#shared/resources/resource-kinds.ts'
import { validateCheckNames } from '#relay/backend/checks/engine/check-names.ts'
import { validateDoneCondition } from '#relay/backend/incidents/done/judge.ts'
import { findNotificationError } from '#relay/backend/notifications/rules/find-notification-error.ts'
import { validateGroupMembers } from '#relay/backend/permissions/validate-group-members.ts'
import { kindSpecs } from '#relay/backend/schemas/kind-specs.ts'
import { validateNames } from '#relay/backend/rows/storable-text.ts'

type Row = Readonly<Record<string, unknown>>

const validateSpec = async (relation: string, row: Row): Promise<string | undefined> => {
  const readSpec = isTableWith(relation, 'table') && Object.hasOwn(row, 'spec') ? kindSpecs[relation].read : null
  const read = await readSpec?.(row['spec'])
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
