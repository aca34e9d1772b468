import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAll, type Outcome } from '#tests/contract/data-api/compare.ts'
import { createRandom, makeRead, makeWrite } from '#tests/contract/data-api/fuzz-requests.ts'
import { openSystems, reseed, type Call, type System } from '#tests/contract/data-api/systems.ts'

let systems: Awaited<ReturnType<typeof openSystems>>
let server: System
beforeAll(async () => {
  systems = await openSystems()
  const found = systems.ours.find(({ name }) => name === 'ours, server')
  if (found === undefined) throw new Error('no system on a server')
  server = found
})
afterAll(() => systems.close())

interface Compared {
  readonly call: Call
  readonly ours: Outcome
  readonly real: Outcome
}

const ask = async (call: Call): Promise<Compared> => {
  const { responses, expected } = await askAll({ ours: [server], real: systems.real }, call)
  const [ours, real] = [responses[server.name], expected[server.name]]
  if (ours === undefined || real === undefined) throw new Error(`no response to ${call.path}`)
  return { call, ours, real }
}

const withoutRowOrder = (outcome: Outcome): Outcome => ({
  ...outcome,
  body: Array.isArray(outcome.body)
    ? outcome.body.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
    : outcome.body,
})

const sortedKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value

const normalize = (outcome: Outcome): Outcome => withoutRowOrder(JSON.parse(JSON.stringify(outcome, sortedKeys)))

const isSame = ({ call, ours, real }: Compared): boolean => {
  if (isDeepStrictEqual(ours, real)) return true
  if (/[?&]order=/.test(call.path)) return false
  return isDeepStrictEqual(normalize(ours), normalize(real))
}

const listDifferent = (compared: readonly Compared[]): string[] =>
  compared.filter((each) => !isSame(each)).map(({ call, ours, real }) => JSON.stringify({ ...call, ours, real }))

const seed = Number(process.env['FUZZ_SEED'] ?? 1)

test('2,000 generated reads agree with PostgREST', { timeout: 120_000 }, async () => {
  await reseed([server, systems.real])
  const random = createRandom(seed)
  const compared: Compared[] = []
  for (let batch = 0; batch < 100; batch += 1)
    compared.push(...(await Promise.all(Array.from({ length: 20 }, () => ask(makeRead(random))))))
  expect(listDifferent(compared)).toEqual([])
})

test('500 generated writes agree with PostgREST', { timeout: 120_000 }, async () => {
  const random = createRandom(seed)
  const compared: Compared[] = []
  for (let write = 0; write < 500; write += 1) {
    if (write % 10 === 0) await reseed([server, systems.real])
    compared.push(await ask(makeWrite(random)))
  }
  expect(listDifferent(compared)).toEqual([])
})
