import type { Queryable } from './database.ts'
import type { SchemaFile } from './schema-files.ts'
import { formatWithDetail, SqlError } from './sql-error.ts'

interface Repeatable {
  readonly kind: 'function' | 'view'
  readonly name: string
  readonly file: string
  readonly sql: string
}

/** Each begins at its `create or replace`; a comment above it is part of the one before. */
export const splitRepeatables = (files: readonly SchemaFile[]): Repeatable[] =>
  files.flatMap(({ name: file, sql }) => {
    const starts = [...sql.matchAll(/^create or replace (?<kind>function|view) (?<name>[\w.]+)/gm)]
    return starts.map(({ groups, index }, position) => ({
      kind: groups?.['kind'] === 'view' ? 'view' : 'function',
      name: groups?.['name'] ?? '',
      file,
      sql: sql.slice(position === 0 ? 0 : index, starts[position + 1]?.index),
    }))
  })

/** Columns of a view, or the result or parameter names of a function, cannot be replaced: it must be dropped. */
const isIrreplaceable = (error: unknown): boolean =>
  error instanceof SqlError && (error.code === '42P16' || error.code === '42P13')

const drop = async (transaction: Queryable, { kind, name, file }: Repeatable): Promise<void> => {
  await transaction.query(`drop ${kind} if exists ${name}`).catch((error: unknown) => {
    throw new Error(
      `The ${kind} ${name} of ${file} changed in a way that requires dropping it, but something else uses it. ` +
        `Drop that, start again, then create it again: ${formatWithDetail(error)}`,
      { cause: error },
    )
  })
}

/**
 * Applies `parts`, a slice of `all`. One that cannot be replaced is dropped after the views that follow it, because they
 * may read it: `parts` must contain these or the caller apply them afterwards.
 */
export const applyRepeatables = async (
  transaction: Queryable,
  parts: readonly Repeatable[],
  all: readonly Repeatable[],
): Promise<void> => {
  const [first] = parts
  if (first === undefined) return
  await transaction.query('savepoint repeatables')
  try {
    await transaction.query(parts.map(({ sql }) => sql).join(''))
  } catch (error) {
    await transaction.query('rollback to savepoint repeatables')
    if (parts.length > 1) {
      for (const part of parts) await applyRepeatables(transaction, [part], all)
      return
    }
    if (!isIrreplaceable(error))
      throw new Error(`The ${first.kind} ${first.name} of ${first.file} failed: ${formatWithDetail(error)}`, {
        cause: error,
      })
    const readers = all.slice(all.indexOf(first) + 1).filter(({ file }) => file.startsWith('views/'))
    for (const reader of readers.toReversed()) await drop(transaction, reader)
    await drop(transaction, first)
    await transaction.query(first.sql)
  }
}

/** Statements that give a role what it has now: a repeatable that is dropped and created loses it. */
export const readGrants = async (transaction: Queryable, all: readonly Repeatable[]): Promise<string[]> => {
  const { rows } = await transaction.query<{ statements: string }>(
    `
    select concat_ws('; ',
      case object.kind when 'function' then format('revoke all on function %s from public', object.name) end,
      string_agg(
        format('grant %s on %s %s to %s%s', acl.privilege_type,
          case object.kind when 'view' then 'table' else 'function' end, object.name,
          coalesce(quote_ident(rolname), 'public'), case when acl.is_grantable then ' with grant option' end),
        '; ')
    ) as statements
    from unnest($1::text[], $2::text[]) as object (kind, name)
    left join pg_class on object.kind = 'view' and pg_class.oid = to_regclass(object.name)
    left join pg_proc on object.kind = 'function' and pg_proc.oid = to_regproc(object.name)
    cross join aclexplode(coalesce(relacl, proacl)) as acl
    left join pg_roles on pg_roles.oid = acl.grantee
    group by object.kind, object.name`,
    [all.map(({ kind }) => kind), all.map(({ name }) => name)],
  )
  return rows.map(({ statements }) => statements)
}
