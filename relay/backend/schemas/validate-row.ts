import { isTableWith } from '#shared/resources/resource-kinds.ts'
import { validateCheckNames } from '#relay/backend/checks/engine/check-names.ts'
import { validateDoneCondition } from '#relay/backend/incidents/done/judge.ts'
import { findNotificationError } from '#relay/backend/notifications/rules/find-notification-error.ts'
import { kindSpecs } from '#relay/backend/schemas/kind-specs.ts'
import { validateNames } from '#relay/backend/rows/storable-text.ts'
import { findMemberError } from '#shared/access/permission-groups.ts'
import { isMap } from '#shared/primitives/is-map.ts'

const validateGroupMembers = async (
  relation: string,
  { selectors }: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  const error = relation === 'permission_groups' && isMap(selectors) ? findMemberError(selectors) : undefined
  return error === undefined ? undefined : `selectors.${error}`
}

type Row = Readonly<Record<string, unknown>>

interface RowError {
  readonly path: readonly PropertyKey[]
  readonly reason: string
}

const toRowError = (reason: string | undefined): RowError | undefined =>
  reason === undefined ? undefined : { path: [], reason }

const findSpecError = async (relation: string, row: Row): Promise<RowError | undefined> => {
  const readSpec = isTableWith(relation, 'table') && Object.hasOwn(row, 'spec') ? kindSpecs[relation].read : null
  const read = await readSpec?.(row['spec'])
  if (read === undefined || !('error' in read)) return undefined
  return typeof read.error === 'string' ? toRowError(read.error) : { path: [], ...read.error }
}

const validators = [
  validateNames,
  validateCheckNames,
  findNotificationError,
  validateDoneCondition,
  validateGroupMembers,
]

/** The path of an error of the spec is within the spec. */
export const findRowError = async (relation: string, row: Row): Promise<RowError | undefined> => {
  for (const validate of validators) {
    const error = toRowError(await validate(relation, row))
    if (error !== undefined) return error
  }
  return findSpecError(relation, row)
}

export const validateRow = async (relation: string, row: Row): Promise<string | undefined> =>
  (await findRowError(relation, row))?.reason
