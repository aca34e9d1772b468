import { isMap } from '#shared/primitives/is-map.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { findSystemMailRecipient, toSystemMailUrl } from '#relay/backend/notifications/people/system-mail.ts'
import { durationColumns, nanosPerMs, recipientSides, renamedFields, toNanos } from './notification-document.ts'

type Row = Readonly<Record<string, unknown>>

const formatNanos = (value: unknown): string | undefined => {
  if (typeof value !== 'number' || value <= 0) return undefined
  const ms = value / nanosPerMs
  const [unit, length] = (
    [
      ['h', hourMs],
      ['m', 60_000],
      ['s', 1_000],
      ['ms', 1],
    ] as const
  ).find(([, each]) => ms % each === 0) ?? ['', 0]
  const written = unit === '' ? `${value}ns` : `${ms / length}${unit}`
  return toNanos(written) === value ? written : undefined
}

const writeService = (services: unknown): Row | undefined => {
  const [service, ...others] = Array.isArray(services) ? services : []
  if (!isMap(service) || others.length > 0) return undefined
  const { name, url, connection, filter, properties, ...more } = service
  if (Object.values(more).some((value) => value != null)) return undefined
  const mailed = findSystemMailRecipient(url)
  const email = mailed !== undefined && toSystemMailUrl(mailed) === url ? mailed : undefined
  return Object.fromEntries(
    Object.entries({
      name: name === '' || name === email ? undefined : name,
      email,
      url: email === undefined ? url : undefined,
      connection,
      filter,
      properties,
    }).filter(([, value]) => value != null),
  )
}

/** Fields that a document cannot express keep the name of their column. */
export const writeNotificationSpec = (row: Row): Row => {
  const { to, fallback, fallback_delay: delay, ...rest } = row
  const written: Record<string, unknown> = { ...rest }
  for (const [published, column] of renamedFields) {
    const value = (durationColumns as readonly string[]).includes(column)
      ? formatNanos(written[column])
      : written[column]
    if (value === undefined) continue
    written[published] = value
    delete written[column]
  }
  const after = formatNanos(delay)
  if (after === undefined && delay !== undefined) written['fallback_delay'] = delay
  for (const [{ key, services }, names] of [
    [recipientSides[0], to],
    [recipientSides[1], fallback],
  ] as const) {
    const service = writeService(written[services])
    if (service !== undefined) delete written[services]
    const recipients = {
      ...(isMap(names) ? names : {}),
      ...service,
      ...(key === 'fallback' && after !== undefined && { delay: after }),
    }
    if (Object.keys(recipients).length > 0) written[key] = recipients
  }
  return written
}
