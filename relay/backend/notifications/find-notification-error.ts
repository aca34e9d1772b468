import { z } from 'zod'
import { rotationSchema } from '#shared/notifications/on-call.ts'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const expressions = [
  { relation: 'notifications', column: 'filter', language: 'expr' },
  { relation: 'notifications', column: 'title', language: 'template' },
  { relation: 'notifications', column: 'template', language: 'template' },
  { relation: 'notification_silences', column: 'filter', language: 'expr' },
] as const

const findTermsError = (row: Readonly<Record<string, unknown>>): string | undefined => {
  if (row['window_days'] == null) return undefined
  const window = { days: row['window_days'], from: row['window_from'], to: row['window_to'], zone: row['window_zone'] }
  const [issue] = silenceWindowSchema.safeParse(window).error?.issues ?? []
  return issue === undefined ? undefined : `window_${formatPath(issue.path)}: ${issue.message}.`
}

const findRotationError = (row: Readonly<Record<string, unknown>>): string | undefined => {
  const [issue] = rotationSchema.partial().safeParse(row).error?.issues ?? []
  return issue === undefined ? undefined : `${formatPath(issue.path)}: ${issue.message}.`
}

const namesTeams = z.array(z.looseObject({ on_call_team_id: idSchema.nullish() }))
const serviceColumns = ['custom_services', 'fallback_custom_services'] as const

const findServicesError = (row: Readonly<Record<string, unknown>>): string | undefined => {
  const invalidColumn = serviceColumns.find(
    (column) => Array.isArray(row[column]) && !namesTeams.safeParse(row[column]).success,
  )
  return invalidColumn === undefined ? undefined : `${invalidColumn}: on_call_team_id must be a team id.`
}

export const findNotificationError = async (
  relation: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string | undefined> => {
  for (const { relation: wanted, column, language } of expressions) {
    const source = relation === wanted ? toText(row[column]) : ''
    const error = source === '' ? undefined : await findExpressionError({ language, source })
    if (error !== undefined) return `${column}: ${error.message}`
  }
  if (relation === 'notification_silence_terms') return findTermsError(row)
  if (relation === 'on_call_rotations') return findRotationError(row)
  if (relation !== 'notifications') return undefined
  const services = findServicesError(row)
  if (services !== undefined) return services
  const repeat = toText(row['repeat_interval'])
  return repeat !== '' && parseDuration(repeat) === null
    ? `repeat_interval: must be a duration such as 30m, 4h or 1d, got "${repeat}".`
    : undefined
}
