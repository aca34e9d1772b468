import { z } from 'zod'
import { toText } from '#shared/primitives/to-text.ts'
import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { normalizeTime } from '#relay/backend/documents/moment.ts'
import { silenceSpecSchema, toTime } from '#relay/backend/documents/silence-spec.ts'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import { findNotificationError } from '#relay/backend/notifications/rules/find-notification-error.ts'
import type { RelatedColumn } from '#relay/backend/resources/related-column.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import type { BackupKind } from './backup-kind.ts'
import { referencesFrom, type References } from './references.ts'
import { formatSpecError } from './spec-error.ts'

type SilenceSpec = z.infer<typeof silenceSpecSchema>

const termsSchema = z.object({ window: silenceWindowSchema.nullable().catch(null), until_recovers: z.boolean() })

const terms: RelatedColumn = {
  column: 'terms',
  relation: 'notification_silence_terms',
  sql: `select jsonb_build_object('until_recovers', until_recovers, 'window', case when window_days is not null then
          jsonb_build_object('days', to_jsonb(window_days), 'from', window_from, 'to', window_to, 'zone', window_zone) end)
          from notification_silence_terms where silence_id = notification_silences.id`,
  write: async (database, id, value) => {
    const parsed = termsSchema.nullable().parse(value)
    await database.query('delete from notification_silence_terms where silence_id = $1', [id])
    if (parsed === null) return
    const { window, until_recovers: untilRecovers } = parsed
    await database.query(
      `insert into notification_silence_terms (silence_id, window_days, window_from, window_to, window_zone, until_recovers)
       values ($1, $2, $3, $4, $5, $6)`,
      [id, window?.days ?? null, window?.from ?? null, window?.to ?? null, window?.zone ?? null, untilRecovers],
    )
  },
}

const targetKinds = ['canary', 'check', 'config', 'component'] as const
const nouns = { canary: 'health check', check: 'check', config: 'config item', component: 'component' } as const

const nameResource = (row: Row, { findName }: References) => {
  for (const kind of targetKinds) {
    const id = toText(row[`${kind}_id`])
    if (id === '') continue
    const known = kind === 'canary' || kind === 'check' ? findName(kind, id) : undefined
    return known === undefined ? { unnamed: nouns[kind], resource: { [kind]: id } } : { resource: { [kind]: known } }
  }
  return undefined
}

const nonEmptyList = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value : undefined)

const toColumns = (spec: SilenceSpec, nowMs: number): Row => ({
  description: spec.description ?? null,
  from: toTime(spec.from, nowMs) ?? null,
  until: toTime(spec.until, nowMs) ?? null,
  recursive: spec.recursive ?? false,
  filter: spec.filter?.trim() || null,
  selectors: nonEmptyList(spec.selectors) ?? null,
  terms:
    spec.window == null && spec.until_recovers !== true
      ? null
      : { window: spec.window ?? null, until_recovers: spec.until_recovers ?? false },
})

export const silences: BackupKind = {
  ...resourceKinds.notification_silences,
  columns: [
    'description',
    'from',
    'until',
    'recursive',
    'filter',
    'selectors',
    ...targetKinds.map((kind) => `${kind}_id`),
  ],
  beside: [terms],
  names: ['canary', 'check'],
  hasRelativeTimes: true,
  over: 'coalesce(until <= now(), false)',
  toDocument: (row, references) => {
    const held = termsSchema
      .nullable()
      .catch(null)
      .parse(row['terms'] ?? null)
    return {
      spec: {
        description: toText(row['description']) || undefined,
        from: normalizeTime(row['from']),
        until: normalizeTime(row['until']),
        resource: nameResource(row, references)?.resource,
        recursive: row['recursive'] === true ? true : undefined,
        selectors: nonEmptyList(row['selectors']),
        filter: toText(row['filter']) || undefined,
        window: held?.window ?? undefined,
        until_recovers: held?.until_recovers === true ? true : undefined,
      },
    }
  },
  exclusionReason: (row, references) => {
    const about = nameResource(row, references)
    return about?.unnamed === undefined
      ? undefined
      : `It refers to a ${about.unnamed} that other consoles cannot find by name.`
  },
  toRow: async ({ spec, namespace }, stored, nowMs = Date.now()) => {
    const references = referencesFrom(stored, namespace)
    const input = withoutNulls(spec ?? {})
    const { data, error } = silenceSpecSchema.safeParse(input)
    if (error !== undefined) return { error: formatSpecError(silenceSpecSchema, error, input) }
    const row = toColumns(data, nowMs)
    const ruleError = await findNotificationError(silences.table, row)
    if (ruleError !== undefined) return { error: `spec.${ruleError}` }
    const { canary, check } = data.resource ?? {}
    const canaryId = canary === undefined ? null : references.findId('canary', canary)
    if (canaryId === undefined) return { error: `spec.resource: health check "${canary}" not found.` }
    const checkId = check === undefined ? null : references.findId('check', check)
    // Checks are created once their health check is applied.
    if (checkId === undefined) return { skipped: `Check "${check}" does not exist yet.` }
    return { row: { ...row, canary_id: canaryId, check_id: checkId, config_id: null, component_id: null } }
  },
}
