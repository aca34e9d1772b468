import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { SqlError } from '#relay/database/sql-error.ts'

/** SQLSTATEs, or their first characters, and the HTTP status that says the same; the longest match counts. */
const statuses: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42501': 403,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 500,
  '55': 500,
  '57': 500,
  '57P01': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
}

const statusOf = (code: string): number => {
  const chosen = /^PT(\d{3})$/.exec(code)?.[1]
  if (chosen !== undefined && Number(chosen) >= 200 && Number(chosen) <= 599) return Number(chosen)
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400
}

/** What the database refused, in the data API's error body; a function may choose the status by raising `PTnnn`. */
export const databaseRefusal = ({ code, message, detail, hint }: SqlError): DataApiError =>
  new DataApiError(statusOf(code), code, message, { details: detail, hint })
