import type { Row, StoredSecrets } from './stored-secrets.ts'

/** A stored row as it is used; one of a relation without secrets is as it is. */
export const openedRow = <T extends object>(secrets: StoredSecrets, relation: string, row: T): T =>
  secrets.relation(relation) === undefined ? row : secrets.open(relation, row)

/** A row as it is stored, `***` in it where nothing else is known; one of a relation without secrets is as it is. */
export const sealedRow = <T extends Row>(secrets: StoredSecrets, relation: string, row: T): T =>
  secrets.relation(relation) === undefined ? row : secrets.seal(relation, row, undefined, { nothingStored: 'leave' })
