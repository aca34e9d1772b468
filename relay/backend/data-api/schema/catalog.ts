import { z } from 'zod'
import type { Queryable } from '#relay/database/database.ts'

const typeRow = z.object({
  oid: z.string(),
  sql: z.string(),
  arraySql: z.string().nullable(),
  category: z.string(),
  name: z.string(),
  formatted: z.string(),
  baseOid: z.string(),
  kind: z.string(),
})
const columnRow = z.object({ position: z.number(), name: z.string(), type: z.string(), default: z.string().nullable() })
const relationRow = z.object({
  oid: z.string(),
  rowType: z.string(),
  name: z.string(),
  kind: z.string(),
  listed: z.boolean(),
  columns: z.array(columnRow),
  rule: z.string().nullable(),
  definition: z.string().nullable(),
  needs: z.array(z.string()),
})
const constraintRow = z.object({
  name: z.string(),
  kind: z.string(),
  relation: z.string(),
  target: z.string(),
  columns: z.array(z.number()),
  targetColumns: z.array(z.number()).nullable(),
})
const routineRow = z.object({
  name: z.string(),
  returns: z.string(),
  returnsSet: z.boolean(),
  volatility: z.string(),
  variadic: z.boolean(),
  defaults: z.number(),
  arguments: z.array(z.object({ name: z.string(), mode: z.string(), type: z.string() })),
})
const catalogRow = z.object({
  types: z.array(typeRow),
  relations: z.array(relationRow),
  constraints: z.array(constraintRow),
  routines: z.array(routineRow),
})

export type Catalog = z.infer<typeof catalogRow>

const catalogSql = `
with spaces as (select n.oid, n.nspname from pg_catalog.pg_namespace n where n.nspname = ($1::text)::name),
types as (
  select t.oid::text as "oid",
    format('%I.%I', n.nspname, t.typname) as "sql",
    (select format('%I.%I', an.nspname, a.typname) from pg_catalog.pg_type a
      join pg_catalog.pg_namespace an on an.oid = a.typnamespace where a.oid = t.typarray) as "arraySql",
    t.typcategory::text as "category", t.typname::text as "name",
    pg_catalog.format_type(t.oid, -1) as "formatted",
    (case when t.typtype = 'd' then t.typbasetype else t.oid end)::text as "baseOid",
    t.typtype::text as "kind"
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where n.nspname not in ('information_schema', 'pg_toast')
),
relations as (
  select c.oid::text as "oid", c.reltype::text as "rowType", c.relname::text as "name", c.relkind::text as "kind",
    c.relnamespace in (select oid from spaces) as "listed",
    coalesce((
      select json_agg(json_build_object('position', a.attnum, 'name', a.attname, 'type', a.atttypid::text, 'default',
        case when a.attidentity <> '' then format('nextval(pg_get_serial_sequence(%L, %L))', c.oid::regclass::text, a.attname)
          when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum)
      from pg_catalog.pg_attribute a
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as "columns",
    case when c.relkind in ('v', 'm') then (
      select r.ev_action::text from pg_catalog.pg_rewrite r where r.ev_class = c.oid and r.rulename = '_RETURN') end as "rule",
    case when c.relkind in ('v', 'm') then pg_catalog.pg_get_viewdef(c.oid) end as "definition",
    coalesce((
      select json_agg(distinct d.refobjid::text)
      from pg_catalog.pg_rewrite r
      join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
      where r.ev_class = c.oid and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid <> c.oid), '[]') as "needs"
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
    and (n.oid in (select oid from spaces) or n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast'))
),
constraints as (
  select k.conname::text as "name", k.contype::text as "kind", k.conrelid::text as "relation", k.confrelid::text as "target",
    array_to_json(k.conkey) as "columns", array_to_json(k.confkey) as "targetColumns"
  from pg_catalog.pg_constraint k where k.contype in ('p', 'u', 'f') and k.conparentid = 0
),
routines as (
  select p.proname::text as "name", p.prorettype::text as "returns", p.proretset as "returnsSet",
    p.provolatile::text as "volatility", p.provariadic <> 0 as "variadic", p.pronargdefaults as "defaults",
    coalesce((
      select json_agg(json_build_object('name', coalesce(p.proargnames[i], ''), 'mode', coalesce(p.proargmodes[i], 'i'),
        'type', (case when p.proallargtypes is null then p.proargtypes[i - 1] else p.proallargtypes[i] end)::text) order by i)
      from generate_series(1, coalesce(array_length(p.proallargtypes, 1), p.pronargs)) i), '[]') as "arguments"
  from pg_catalog.pg_proc p where p.pronamespace in (select oid from spaces) and p.prokind = 'f'
)
select json_build_object(
  'types', (select coalesce(json_agg(t), '[]') from types t),
  'relations', (select coalesce(json_agg(r order by r."name"), '[]') from relations r),
  'constraints', (select coalesce(json_agg(c order by c."name"), '[]') from constraints c),
  'routines', (select coalesce(json_agg(r order by r."name"), '[]') from routines r))::text as catalog`

export const readCatalog = async (database: Queryable, schema: string): Promise<Catalog> => {
  const { rows } = await database.query<{ catalog: string }>(catalogSql, [schema])
  return catalogRow.parse(JSON.parse(rows[0]?.catalog ?? 'null'))
}
