import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Shape } from '#relay/backend/data-api/sql/page.ts'
import { jsonType } from '#relay/backend/data-api/http/data-api-response.ts'

export interface MediaType {
  readonly shape: Shape
  readonly contentType: string
}

const parseMediaType = (text: string): MediaType | undefined => {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const stripNulls = parameters.includes('nulls=stripped')
  switch (name) {
    case '':
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { shape: { kind: 'array', stripNulls: false }, contentType: jsonType }
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return {
        shape: { kind: 'array', stripNulls },
        contentType: stripNulls ? 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8' : jsonType,
      }
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        shape: { kind: 'object', stripNulls },
        contentType: `application/vnd.pgrst.object+json${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`,
      }
    case 'text/csv':
      return { shape: { kind: 'csv', stripNulls: false }, contentType: 'text/csv; charset=utf-8' }
    default:
      return undefined
  }
}

const parseWeight = (text: string): number => Number(/; *q=([\d.]+)/i.exec(text)?.[1] ?? 1)

export const negotiate = (accept: string | undefined): MediaType => {
  const requested = (accept ?? '')
    .split(',')
    .map((part) => part.trim())
    .sort((left, right) => parseWeight(right) - parseWeight(left))
  for (const text of requested) {
    const found = parseMediaType(text)
    if (found !== undefined) return found
  }
  throw new DataApiError(415, 'PGRST107', `None of these media types are available: ${requested.join(', ')}`)
}

export const notOneObject = (count: number): DataApiError =>
  new DataApiError(406, 'PGRST116', 'JSON object requested, multiple (or no) rows returned', {
    details: `The result contains ${count} rows`,
  })
