import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { compareRules } from '#shared/incidents/rule-order.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import { firstSpecError } from '#relay/backend/resources/first-spec-error.ts'
import type { DocumentError } from '#relay/backend/resources/resource-document.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'
import type { TemplateLanguage } from '#relay/backend/templates/template-language.ts'
import type { Queryable } from '#relay/database/database.ts'
import { ruleSpecSchema, type RuleSpec } from './rule-spec.ts'

export interface IncidentRule {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly spec: RuleSpec
}

type ReadSpec = { readonly spec: RuleSpec } | { readonly error: DocumentError }

const listExpressions = ({ filter, template }: RuleSpec) => {
  const all: readonly (readonly [readonly string[], TemplateLanguage, string | undefined])[] = [
    [['filter', 'expr'], 'expr', filter?.expr],
    [['template', 'title'], 'template', template?.title],
    [['template', 'description'], 'template', template?.description],
  ]
  return all.flatMap(([path, language, source]) => (source ? [{ path, language, source }] : []))
}

export const readRuleSpec = async (value: unknown): Promise<ReadSpec> => {
  const input = withoutNulls(value ?? {})
  const read = ruleSpecSchema.safeParse(input)
  if (!read.success) return { error: firstSpecError(ruleSpecSchema, read.error, input) }
  for (const { path, ...expression } of listExpressions(read.data)) {
    const expressionError = await findExpressionError(expression)
    if (expressionError !== undefined)
      return { error: { path: [...path], reason: `${formatPath(path)}: ${expressionError.message}` } }
  }
  return { spec: read.data }
}

export const ruleDocuments: LoneDocumentTable = {
  ...resourceKinds.incident_rules,
  columns: ['created_by'],
  read: async ({ spec }) => {
    const read = await readRuleSpec(spec)
    return 'error' in read ? read : { columns: { created_by: consolePersonId } }
  },
}

const toOrdered = ({ id, createdAt, spec: { priority = 0 } }: IncidentRule) => ({ id, createdAt, priority })

export const compareIncidentRules = (a: IncidentRule, b: IncidentRule): number =>
  compareRules(toOrdered(a), toOrdered(b))

export const readRules = async (database: Queryable, secrets: StoredSecrets) => {
  const { rows } = await database.query<{ id: string; name: string; created_at: string; spec: unknown }>(
    'select id, name, created_at, spec from incident_rules where deleted_at is null',
  )
  const rules: IncidentRule[] = []
  const ruleErrors: { readonly id: string; readonly reason: string }[] = []
  for (const row of rows) {
    const { id, name, created_at: createdAt, spec } = secrets.open('incident_rules', row)
    const read = await readRuleSpec(spec)
    if ('error' in read) ruleErrors.push({ id, reason: read.error.reason })
    else rules.push({ id, name, createdAt, spec: read.spec })
  }
  return { rules: rules.toSorted(compareIncidentRules), ruleErrors }
}
