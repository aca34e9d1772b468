import type { Environment } from '@marcbachmann/cel-js'
import { dayMs } from '#shared/primitives/time-units.ts'
import { shownInZone } from './functions/time-functions.ts'

/** Fields of a date whose UTC fields are what a clock of the zone shows. */
const fields: Readonly<Record<string, (shown: Date) => number>> = {
  getFullYear: (shown) => shown.getUTCFullYear(),
  getMonth: (shown) => shown.getUTCMonth(),
  getDate: (shown) => shown.getUTCDate(),
  getDayOfMonth: (shown) => shown.getUTCDate() - 1,
  getDayOfWeek: (shown) => shown.getUTCDay(),
  getDayOfYear: (shown) => Math.floor((shown.getTime() - Date.UTC(shown.getUTCFullYear(), 0)) / dayMs),
  getHours: (shown) => shown.getUTCHours(),
  getMinutes: (shown) => shown.getUTCMinutes(),
  getSeconds: (shown) => shown.getUTCSeconds(),
  getMilliseconds: (shown) => shown.getUTCMilliseconds(),
}

/**
 * Replaces `getHours(zone)` and the like of the library, which reject offsets such as `-02:00`, drop milliseconds and
 * depend on the relay's own time zone, and cannot be registered again.
 */
export const zonedName = (name: string): string => `${name}InZone`

export const isZonedField = (name: string, argumentCount: number): boolean =>
  argumentCount === 1 && Object.hasOwn(fields, name)

/** Times of documents are text, which `toTimestamp` reads. */
export const registerZonedFields = (environment: Environment, toTimestamp: (text: unknown) => Date): void => {
  for (const [name, read] of Object.entries(fields)) {
    const inZone = (time: unknown, zone: string) => BigInt(read(shownInZone(toTimestamp(time), zone)))
    for (const type of ['google.protobuf.Timestamp', 'string'])
      environment.registerFunction(`${type}.${zonedName(name)}(string): int`, inZone)
    environment.registerFunction(`string.${name}(): int`, (text: string) => BigInt(read(toTimestamp(text))))
  }
}
