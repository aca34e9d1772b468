import { z } from 'zod'
import type { Database } from '#relay/database/database.ts'
import { linkFields, relationshipsSchema } from '#relay/backend/checks/spec/check-base.ts'
import { linkVariables } from '#relay/backend/checks/spec/check-variables.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'

type Relationships = z.infer<typeof relationshipsSchema>
type Link = NonNullable<Relationships['configs']>[number]

const targets = ['configs', 'components'] as const

const listExpressionFields = (link: Link) =>
  linkFields.flatMap((field) => {
    const source = link[field]?.expr
    return source === undefined ? [] : [{ field, expression: { language: 'expr' as const, source } }]
  })

export const listLinkExpressions = (relationships: Relationships | null | undefined) =>
  targets.flatMap((target) =>
    (relationships?.[target] ?? []).flatMap((link, index) =>
      listExpressionFields(link).map(({ field, expression }) => ({
        path: ['relationships', target, index, field, 'expr'],
        expression,
      })),
    ),
  )

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  namespace: z.string().nullable(),
  labels: z.record(z.string(), z.string()).nullable(),
  canary_id: z.string(),
  canary_name: z.string(),
  canary_namespace: z.string(),
  canary_labels: z.record(z.string(), z.string()).nullable(),
  relationships: relationshipsSchema,
})

const toVariables = (row: z.infer<typeof rowSchema>) =>
  linkVariables({
    ...row,
    namespace: row.namespace ?? '',
    labels: row.labels ?? {},
    canaryId: row.canary_id,
    canaryName: row.canary_name,
    canaryNamespace: row.canary_namespace,
    canaryLabels: row.canary_labels ?? {},
  })

/** Replaces expressions with their values. A link without a value finds nothing, so it is left out. */
const evaluateLink = async (link: Link, variables: object, report: (reason: string) => void) => {
  const fields = listExpressionFields(link)
  const results = await evaluateAll(
    fields.map(({ expression }) => expression),
    variables,
  )
  const values = fields.map(({ field }, index) => {
    const result = results[index]
    if (result?.ok === false) report(`${field}: ${result.error.message}`)
    const value = result?.ok === true ? result.value : undefined
    const isValue = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return [field, isValue ? { value: String(value) } : undefined] as const
  })
  return values.some(([, value]) => value === undefined) ? [] : [{ ...link, ...Object.fromEntries(values) }]
}

/** By id of the check, the relationships of checks that look up resources by expressions. */
export const createLinkEvaluation = (database: Database, onError: (check: string, reason: string) => void) => {
  const reported = new Set<string>()
  return async (): Promise<Readonly<Record<string, object>>> => {
    const { rows } = await database.query(
      `select checks.id, checks.name, checks.type, checks.namespace, checks.labels,
         canaries.id as canary_id, canaries.name as canary_name, canaries.namespace as canary_namespace,
         canaries.labels as canary_labels, checks.spec -> 'relationships' as relationships
       from checks join canaries on canaries.id = checks.canary_id
       where checks.deleted_at is null
         and jsonb_path_exists(checks.spec, '$.relationships.*[*].*.expr')`,
    )
    const evaluated: Record<string, object> = {}
    for (const row of rows.flatMap((each) => rowSchema.safeParse(each).data ?? [])) {
      const report = (reason: string) => {
        if (!reported.has(`${row.id} ${reason}`)) onError(row.name, reason)
        reported.add(`${row.id} ${reason}`)
      }
      const found = targets.map(async (target) => {
        const links = row.relationships[target] ?? []
        return [target, (await Promise.all(links.map((link) => evaluateLink(link, toVariables(row), report)))).flat()]
      })
      evaluated[row.id] = Object.fromEntries(await Promise.all(found)) as object
    }
    return evaluated
  }
}
