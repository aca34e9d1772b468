import { isMap } from '#shared/primitives/is-map.ts'
import { changeSecrets, type ChangeOptions } from '#relay/backend/secrets/change-secrets.ts'
import { hasSealed, maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { Vault } from '#relay/backend/secrets/vault.ts'
import { type HttpError, invalid } from '#relay/errors/http-error.ts'

export type Row = Readonly<Record<string, unknown>>

/** `shown`: only a mask is written back. `members`: an engine seals some members itself, each as `column.member`. */
export type SecretColumn = (row: Row) => Pick<ChangeOptions, 'isSecret' | 'schemas'> | 'shown' | 'members'

export interface SecretRelation {
  readonly table: string
  /** Secrets are sealed with this key: a row whose key changes cannot be opened. */
  readonly key: string
  readonly columns: Readonly<Record<string, SecretColumn>>
  readonly needs: readonly string[]
}

export interface StoredSecrets {
  relation(name: string): SecretRelation | undefined
  /** `***` keeps the secret of `stored`; throws without one. `row` must contain the key. */
  seal<T extends Row>(
    relation: string,
    row: T,
    stored: Row | undefined,
    options?: { readonly nothingStored: 'refuse' | 'leave' },
  ): T
  open<T extends object>(relation: string, row: T): T
  reseal(relation: string, row: Row, unread: () => void): Row
}

export const createStoredSecrets = (
  vault: Vault,
  relations: Readonly<Record<string, SecretRelation>>,
): StoredSecrets => {
  const getRelation = (name: string): SecretRelation => {
    const known = relations[name]
    if (known === undefined) throw new Error(`${name} has no secrets`)
    return known
  }
  const toSealLocation = ({ table, key }: SecretRelation, column: string, row: Row) => ({
    relation: table,
    column,
    row: String(row[key]),
  })
  return {
    relation: (name) => (Object.hasOwn(relations, name) ? relations[name] : undefined),
    seal: (name, row, stored, { nothingStored = 'refuse' } = { nothingStored: 'refuse' }) => {
      const relation = getRelation(name)
      const sealed: Record<string, unknown> = {}
      for (const [column, toSecretKind] of Object.entries(relation.columns)) {
        if (!Object.hasOwn(row, column) || row[column] === null) continue
        const secretKind = toSecretKind({ ...stored, ...row })
        const sealLocation = toSealLocation(relation, column, row)
        if (secretKind === 'members') continue
        if (secretKind === 'shown') {
          if (row[column] === maskedSecret && stored === undefined) throw createMissingSecretError([column])
          continue
        }
        sealed[column] = changeSecrets(
          row[column],
          ({ text, stored: before, path }) => {
            if (text !== maskedSecret) return hasSealed(text) ? text : vault.seal(text, sealLocation)
            if (before === undefined || before === '' || before === maskedSecret) {
              if (nothingStored === 'leave') return text
              throw createMissingSecretError([column, ...path])
            }
            return hasSealed(before) ? before : vault.seal(before, sealLocation)
          },
          { ...secretKind, stored: stored?.[column] },
        )
      }
      return { ...row, ...sealed }
    },
    open: (name, row) => {
      const relation = getRelation(name)
      const input: Row = Object.fromEntries(Object.entries(row))
      const opened = Object.entries(relation.columns)
        .filter(([column, toSecretKind]) => Object.hasOwn(input, column) && toSecretKind(input) !== 'members')
        .map(([column]) => [column, vault.openValue(input[column], toSealLocation(relation, column, input))])
      return { ...row, ...Object.fromEntries(opened) }
    },
    reseal: (name, row, unread) => {
      const relation = getRelation(name)
      const resealed = (column: string, value: unknown) =>
        vault.resealValue(value, toSealLocation(relation, column, row), unread)
      const columns = Object.entries(relation.columns).map(([column, toSecretKind]): [string, unknown] => {
        const value = row[column]
        if (toSecretKind(row) !== 'members' || !isMap(value)) return [column, resealed(column, value)]
        const members = Object.entries(value).map(([member, text]) => [member, resealed(`${column}.${member}`, text)])
        return [column, Object.fromEntries(members)]
      })
      return { ...row, ...Object.fromEntries(columns) }
    },
  }
}

const createMissingSecretError = (path: readonly (string | number)[]): HttpError => {
  const [column = '', ...rest] = path
  const location = rest.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return invalid(`${column}${location} is ***, but no stored secret exists to keep. Enter the secret.`)
}
