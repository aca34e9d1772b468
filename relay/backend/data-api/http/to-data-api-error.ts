import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import { unstorable, unstorableText } from '#relay/errors/error-handler.ts'
import type { SqlError } from '#relay/database/sql-error.ts'

/** Keys are SQLSTATEs or their two-character class; the longest match wins. */
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

const toStatus = (code: string): number => {
  const chosen = /^PT(\d{3})$/.exec(code)?.[1]
  if (chosen !== undefined && Number(chosen) >= 200 && Number(chosen) <= 599) return Number(chosen)
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400
}

interface Known {
  readonly sent: string
  readonly readsRows: boolean
}

/** As PostgreSQL describes invalid JSON: only the last quoted text comes from the value. */
const unexpectedToken = /^(Expected [^"]*(?:"[^"]{1,2}"[^"]*)+, but found )"([^"]*)"\.$/s

/**
 * Security: the database quotes stored values in its messages, so only quoted text from the request itself is kept. A
 * single character is syntax that the parser expected (`must start with "{"`).
 */
const withoutStored = (text: string, sent: string): string =>
  unexpectedToken.test(text)
    ? text.replace(unexpectedToken, (whole, start: string, token: string) =>
        sent.includes(token) ? whole : `${start}….`,
      )
    : text.replace(/"(.{2,})"/s, (quoted, value: string) => (sent.includes(value) ? quoted : '…'))

const tookTooLong = (code: string): DataApiError =>
  new DataApiError(503, code, 'The request timed out and was cancelled. Nothing was changed.', {
    hint: 'Request less data at a time: fewer rows, fewer embedded relations, a narrower filter.',
    headers: { 'retry-after': '2' },
  })

/** For these codes the database's detail contains the whole row, including columns that the viewer may not read. */
const exposesRow = (code: string): boolean => code === '23502' || code === '23514'

export const toDataApiError = ({ code, message, detail, hint }: SqlError, { sent, readsRows }: Known): DataApiError => {
  if (code === '57014' && message.startsWith('canceling statement')) return tookTooLong(code)
  if (unstorable.has(code)) return new DataApiError(400, code, unstorableText)
  const isData = code.startsWith('22')
  const details =
    exposesRow(code) && !readsRows ? undefined : isData && detail !== undefined ? withoutStored(detail, sent) : detail
  return new DataApiError(toStatus(code), code, isData ? withoutStored(message, sent) : message, { details, hint })
}
