import type { Call, Reply, System } from '#tests/contract/data-api/systems.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isErrorBody = (body: unknown): body is { code: string; details: unknown; message: string } =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'hint' in body

/**
 * Only the parts of an error that clients can branch on: messages of parsers and the database differ, and hints
 * exist only in ours.
 */
const comparable = (status: number, body: unknown): unknown => {
  if (status < 300 || !isErrorBody(body)) return body
  if (body.code === 'PGRST100') return { code: body.code }
  if (!body.code.startsWith('PGRST')) return { code: body.code, details: body.details }
  return { code: body.code, details: body.details, message: body.message }
}

export interface Outcome {
  readonly status: number
  readonly type: string | null
  readonly range: string | null
  readonly applied: readonly string[]
  readonly location: string | null
  readonly body: unknown
}

const toOutcome = ({ status, headers, body }: Reply): Outcome => ({
  status,
  // PostgREST adds a second content type to PGRST116.
  type: headers.get('content-type')?.replaceAll(' ', '').split(',')[0] ?? null,
  range: headers.get('content-range'),
  applied: (headers.get('preference-applied') ?? '').split(', ').sort(),
  location: headers.get('location'),
  body: comparable(status, parse(body)),
})

export const askAll = async (
  { ours, real }: { readonly ours: readonly System[]; readonly real: System },
  call: Call,
): Promise<{ responses: Record<string, Outcome>; expected: Record<string, Outcome> }> => {
  const realOutcome = toOutcome(await real.ask(call))
  const responses: Record<string, Outcome> = {}
  for (const system of ours) responses[system.name] = toOutcome(await system.ask(call))
  return { responses, expected: Object.fromEntries(ours.map(({ name }) => [name, realOutcome])) }
}
