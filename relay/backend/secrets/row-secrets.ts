import type { Row, StoredSecrets } from './stored-secrets.ts'

export const openedRow = <T extends object>(secrets: StoredSecrets, relation: string, row: T): T =>
  secrets.relation(relation) === undefined ? row : secrets.open(relation, row)

export const sealedRow = <T extends Row>(secrets: StoredSecrets, relation: string, row: T): T =>
  secrets.relation(relation) === undefined ? row : secrets.seal(relation, row, undefined, { nothingStored: 'leave' })
