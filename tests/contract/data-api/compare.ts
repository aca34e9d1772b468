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
 * Of a refusal everything that a client can branch on: status, code, details. The message too, unless it is a parser's or the
 * database's, which name places and types in words of their own; hints are ours alone.
 */
const comparable = (status: number, body: unknown): unknown => {
  if (status < 300 || !isErrorBody(body)) return body
  if (body.code === 'PGRST100') return { code: body.code }
  if (!body.code.startsWith('PGRST')) return { code: body.code, details: body.details }
  return { code: body.code, details: body.details, message: body.message }
}

/** What two systems must agree on. */
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
  type: headers.get('content-type')?.replaceAll(' ', '') ?? null,
  range: headers.get('content-range'),
  applied: (headers.get('preference-applied') ?? '').split(', ').sort(),
  location: headers.get('location'),
  body: comparable(status, parse(body)),
})

/** Asks all of them the same: what each of ours answers, and the real answer once for each of them. */
export const askAll = async (
  { ours, real }: { readonly ours: readonly System[]; readonly real: System },
  call: Call,
): Promise<{ responses: Record<string, Outcome>; expected: Record<string, Outcome> }> => {
  const realOutcome = toOutcome(await real.ask(call))
  const responses: Record<string, Outcome> = {}
  for (const system of ours) responses[system.name] = toOutcome(await system.ask(call))
  return { responses, expected: Object.fromEntries(ours.map(({ name }) => [name, realOutcome])) }
}
