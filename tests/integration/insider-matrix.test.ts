import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '#shared/access/decide.ts'
import type { AccessAction, Resource } from '#shared/access/resources.ts'
import { everyWrite, type FunctionAccess, type RelationAccess } from '#relay/backend/data-api/access/access-line.ts'
import { functionAccess } from '#relay/backend/data-api/access/function-access.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { relationAccess } from '#relay/backend/data-api/access/relation-access.ts'
import { viewerSchema } from '#relay/backend/data-api/access/viewer-schema.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { parseQuery } from '#relay/backend/data-api/query/parse-query.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import { compileRead } from '#relay/backend/data-api/sql/compile-read.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { inBatches } from '#tests/fixtures/insider/in-batches.ts'
import { openInsiderApi, sowRows, type InsiderApi, type InsiderCall } from '#tests/fixtures/insider/insider-api.ts'
import { insider, insiderNames, type InsiderName } from '#tests/fixtures/insider/insiders.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'

let database: Database
let api: InsiderApi
let schema: Schema
beforeAll(async () => {
  database = await openServer()
  await sowRows(database)
  api = await openInsiderApi(database)
  schema = await createSchemaCache(database, 'public').current()
})
afterAll(async () => {
  await api.close()
  await database.close()
})

const ofGrants = new Set(
  `canaries canaries_with_status check_component_relationships check_config_relationships check_statuses check_statuses_1d
   check_statuses_1h check_statuses_5m check_summary check_summary_for_config checks checks_by_component checks_by_config
   checks_status_artifacts check_summary_by_config analysis_by_component analysis_by_config catalog_changes changes_by_component config_analysis config_analysis_items
   config_changes config_component_relationships config_detail config_items config_relationships configs playbook_approvals
   playbook_run_actions playbook_runs playbooks
   rpc/check_summary_for_component rpc/get_parents_by_location rpc/get_playbook_run_actions rpc/config_relationships_recursive rpc/lookup_config_children
   rpc/lookup_config_relations rpc/related_changes_recursive rpc/related_config_ids_recursive
   rpc/related_configs_as_of rpc/related_configs_recursive`.split(/\s+/),
)

type Line = RelationAccess | FunctionAccess

const findLine = (name: string): Line | undefined =>
  name.startsWith('rpc/') ? functionAccess[name.slice('rpc/'.length)] : relationAccess[name]

const isInternal = (line: Line) => line.internal === true || line.object === 'auth'

const reads = (insiderName: InsiderName, name: string): boolean => {
  const line = findLine(name)
  if (line === undefined || isInternal(line)) return false
  if (insiderName === 'granted') return ofGrants.has(name)
  return can(insiderName, 'read', line.read, line)
}

const can = (insiderName: InsiderName, action: AccessAction, resource: Resource, { object }: Line): boolean =>
  decide(insider(insiderName), { action, resource, object }, { nowMs: Date.now() }).answer !== 'refused'

const actions = { POST: 'create', PATCH: 'update', DELETE: 'delete' } as const
const writes = (insiderName: InsiderName, name: string, method: keyof typeof actions): boolean => {
  const line = relationAccess[name]
  if (line === undefined || isInternal(line) || !(line.writes ?? []).includes(method)) return false
  return reads(insiderName, name) && can(insiderName, actions[method], line.write, line)
}

const publicNames = () => ({
  relations: [...schema.relations.keys()],
  functions: [...schema.routines.keys()],
})

/** Denied is 403, or 404 for hidden names; any other status counts as allowed, even for an invalid row. */
const isAllowed = ({ status }: { status: number }): boolean => status !== 403 && status !== 404

const findWrongResponses = async (
  insiderName: InsiderName,
  cases: readonly { readonly name: string; readonly call: InsiderCall; readonly expected: boolean }[],
) => {
  const found = await inBatches(cases, 6, async ({ name, call, expected }) => {
    const response = await api.ask(insider(insiderName), call)
    const isRight = isAllowed(response) === expected && response.status < 500 && !response.body.includes('MARK')
    return isRight ? [] : [`${call.method ?? 'GET'} ${name}: ${response.status}, expected ${expected ? 'it' : '403'}`]
  })
  return found.flat()
}

const secretPaths = [
  '->http->0->authentication->password->value',
  '->0->>password',
  '->accessKey->>value',
  '->http->0->headers->0->>value',
  '->exec->0->env->1->valueFrom',
  '->>bearerToken',
]

const undone = { prefer: 'tx=rollback' }
const oneColumn = (
  { columns }: Relation,
  { people, engine = [], authors = [], editors = [] }: RelationAccess,
): string =>
  [...columns.keys()].find(
    (name) => ![...engine, ...authors, ...editors].includes(name) && people?.includes(name) !== false,
  ) ?? ''

describe('every relation and function of the schema', () => {
  test('has a line in the matrix', () => {
    const { relations, functions } = publicNames()
    expect([
      ...relations.filter((name) => !(name in relationAccess)),
      ...functions.filter((name) => !(name in functionAccess)),
    ]).toEqual([])
  })

  test('has lines only for existing columns and relations', () => {
    const unknownNames = publicNames().relations.flatMap((name) => {
      const { columns } = schema.relations.get(name) ?? { columns: new Map() }
      const {
        secrets = {},
        documents = [],
        authors = [],
        editors = [],
        engine = [],
        people = [],
        about = {},
      } = relationAccess[name] ?? {}
      const named = [
        ...Object.keys(secrets),
        ...documents,
        ...authors,
        ...editors,
        ...engine,
        ...people,
        ...Object.keys(about),
      ]
      const targets = Object.values(about).flat()
      return named
        .filter((column) => !columns.has(column))
        .map((column) => `${name}.${column}`)
        .concat(targets.filter((target) => schema.relations.get(target)?.columns.has('id') !== true))
    })
    expect(unknownNames).toEqual([])
  })

  test('names every column that sounds like a secret', () => {
    const harmless = new Set([
      'connection_details.username',
      'connection_details.password',
      'connection_details.certificate',
    ])
    const unnamed = publicNames().relations.flatMap((name) => {
      const line = relationAccess[name]
      return [...(schema.relations.get(name)?.columns.keys() ?? [])]
        .filter((column) =>
          /passw|secret|token|certificate|private|credential|api_?key|username|^env$|^value$/i.test(column),
        )
        .filter((column) => line?.internal !== true && line?.secrets?.[column] === undefined)
        .filter((column) => line?.documents?.includes(column) !== true && line?.engine?.includes(column) !== true)
        .map((column) => `${name}.${column}`)
        .filter((column) => !harmless.has(column))
    })
    expect(unnamed).toEqual([
      'agents_summary.username',
      'check_labels.value',
      'component_labels.value',
      'config_labels.value',
      'config_tags.value',
    ])
  })

  test('names the author of a row for every relation that users write', () => {
    const unnamed = publicNames().relations.flatMap((name) => {
      const { writes: methods = [], authors = [], editors = [], engine = [], people } = relationAccess[name] ?? {}
      const columns = [...(schema.relations.get(name)?.columns.keys() ?? [])].filter((column) =>
        /^(created|updated|approved|silenced|external_created)_by$/.test(column),
      )
      return methods.length === 0 || people !== undefined
        ? []
        : columns
            .filter((column) => ![...authors, ...editors, ...engine].includes(column))
            .map((column) => `${name}.${column}`)
    })
    expect(unnamed).toEqual([])
  })

  test('names the resources of its rows, as far as foreign keys define them', async () => {
    const { rows } = await database.query<{ key: string; target: string }>(`
      select conrelid::regclass || '.' || attname as key, confrelid::regclass::text as target
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace
        and confrelid in ('config_items'::regclass, 'components'::regclass, 'canaries'::regclass, 'playbooks'::regclass,
          'connections'::regclass, 'checks'::regclass, 'playbook_runs'::regclass)`)
    const unnamed = rows.filter(({ key, target }) => {
      const [relation = '', column = ''] = key.split('.')
      const { about = {}, internal = false } = relationAccess[relation] ?? {}
      return !internal && about[column] !== target
    })
    // These lead from one resource to another, or from a rule to its effect; the row is not about them.
    expect(unnamed.map(({ key }) => key).toSorted()).toEqual([
      'components.config_id',
      'components.parent_id',
      'config_items.parent_id',
      'notifications.fallback_playbook_id',
      'notifications.playbook_id',
      'playbook_runs.parent_id',
    ])
  })
})

describe.each(insiderNames)('%s', (insiderName) => {
  test('reads exactly the relations and functions of the matrix', async () => {
    const { relations, functions } = publicNames()
    const cases = [
      ...relations.map((name) => ({ name, call: { path: `${name}?limit=1` } })),
      ...functions.map((name) => {
        const requiredArguments = schema.routines.get(name)?.[0]?.arguments.filter(({ optional }) => !optional) ?? []
        const query = requiredArguments.map((argument) => {
          const value =
            argument.type.category === 'A'
              ? '{}'
              : argument.type.category === 'N'
                ? '1'
                : '00000000-0000-4000-8000-000000000071'
          return `${argument.name}=${value}`
        })
        return { name: `rpc/${name}`, call: { path: `rpc/${name}?${query.join('&')}` } }
      }),
    ].map(({ name, call }) => ({ name, call, expected: reads(insiderName, name) }))
    expect(await findWrongResponses(insiderName, cases)).toEqual([])
  })

  test.each(everyWrite)('writes by %s exactly what the matrix allows', async (method) => {
    const cases = publicNames().relations.map((name) => {
      const relation = schema.relations.get(name)
      const line = relationAccess[name]
      if (relation === undefined || line === undefined) throw new Error(`no line for ${name}`)
      const [key = ''] = relation.columns.keys()
      const filter = method === 'POST' ? '' : `?${key}=is.null&${key}=not.is.null`
      const body =
        method === 'POST'
          ? '[]'
          : method === 'PATCH'
            ? JSON.stringify({ [oneColumn(relation, line)]: null })
            : undefined
      return {
        name,
        call: { method, path: `${name}${filter}`, headers: undone, ...(body !== undefined && { body }) },
        expected: writes(insiderName, name, method),
      }
    })
    expect(await findWrongResponses(insiderName, cases)).toEqual([])
  })

  test('embeds what the matrix allows by every relationship, and filters and orders by nothing else', async () => {
    const seen = await viewerSchema({
      schema,
      matrix: accessMatrix,
      viewer: insider(insiderName),
      accessObjects: createAccessObjects(database),
      nowMs: Date.now(),
    })
    const evaluateQuery = (relation: Relation, query: string): 'allowed' | 'refused' | 'other' => {
      try {
        compileRead(seen, relation, parseQuery([...new URLSearchParams(query)]), {
          shape: { kind: 'array', stripNulls: false },
          count: 'exact',
          limit: 1,
          offset: 0,
          maxRows: 10,
        })
        return 'allowed'
      } catch (error) {
        if (error instanceof AccessDenied) return 'refused'
        if (error instanceof DataApiError) return error.code === '42501' ? 'refused' : 'other'
        throw error
      }
    }
    const failures: string[] = []
    let requestCount = 0
    const check = (relation: Relation, query: string, expected: boolean) => {
      requestCount += 1
      const outcome = evaluateQuery(relation, query)
      // An ambiguous embed is neither, but it must never be allowed through something hidden.
      const isRight = expected ? outcome !== 'refused' : outcome !== 'allowed'
      if (!isRight) failures.push(`${relation.name}?${query}: ${outcome}`)
    }
    for (const [name, relation] of seen.relations) {
      expect([name, reads(insiderName, name)]).toEqual([name, true])
      for (const { to, constraint, junction, cardinality } of schema.relationships.get(name) ?? []) {
        const hint = junction?.relation.name ?? constraint
        const expected =
          reads(insiderName, to.name) && (junction === undefined || reads(insiderName, junction.relation.name))
        const embed = `${to.name}!${hint}`
        check(relation, `select=x:${embed}(count)`, expected)
        check(relation, `select=x:${embed}!inner()&x=not.is.null`, expected)
        const [column = ''] = to.columns.keys()
        check(relation, `select=x:${embed}()&x.or=(${column}.is.null,${column}.not.is.null)`, expected)
        if (cardinality === 'many-to-one')
          check(relation, `select=...${embed}(${column})&order=${to.name}(${column})`, expected)
        for (const secret of Object.keys(relationAccess[to.name]?.secrets ?? {})) {
          check(relation, `select=x:${embed}()&x.${secret}=is.null`, false)
          check(relation, `select=x:${embed}(${secret}::int)`, false)
          check(relation, `select=x:${embed}(${secret}->a)`, false)
          check(relation, `select=x:${embed}(a:${secret}.max())`, false)
          check(relation, `select=x:${embed}(*)&x.order=${secret}`, false)
          if (cardinality !== 'many-to-one') continue
          check(relation, `select=x:${embed}(id)&order=x(${secret})`, false)
          check(relation, `select=x:${embed}(${secret})&order=x(${secret})`, false)
          check(relation, `select=...${embed}(a:${secret}.max())`, false)
          check(relation, `select=...${embed}(${secret}.count(),${secret})`, false)
        }
      }
      for (const column of relationAccess[name]?.documents ?? []) {
        if (!/^jsonb?$/.test(relation.columns.get(column)?.type.name ?? '')) continue
        for (const path of secretPaths.map((keys) => column + keys)) {
          check(relation, `select=${path}`, false)
          check(relation, `select=x:${path}::text`, false)
          check(relation, `select=${path}.max()`, false)
          check(relation, `order=${path}.asc`, false)
          check(relation, `or=(${path}.gt.a,and(${path}.like.a*))`, false)
          check(relation, `${path}=match.^a`, false)
          check(relation, `not.and=(${path}.is.null)`, false)
          check(relation, `${path})x=match.^a`, false)
          check(relation, `or=( ${path} .gt.a , id.is.null )`, false)
          check(relation, `order=id.desc, ${path} .desc`, false)
          check(relation, `select=*,*,${path}`, false)
          check(relation, `select=count(),${path}`, false)
        }
        check(relation, `select=${column}->>name&${column}->>name=gt.a&order=${column}->name`, true)
      }
      for (const column of relation.columns.keys()) {
        const expected = relationAccess[name]?.secrets?.[column] === undefined
        check(relation, `select=${column}&${column}=is.null`, expected)
        check(relation, `order=${column}`, expected)
        check(relation, `select=${column}.min()`, expected)
        check(relation, `select=${column}::text`, expected)
        check(relation, `or=(${column}.is.null,and(${column}.not.is.null))`, expected)
      }
    }
    expect(failures).toEqual([])
    expect(requestCount).toBeGreaterThan(100)
  })
})
