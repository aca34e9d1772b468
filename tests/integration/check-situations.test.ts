import { describe, expect, test } from 'vitest'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import {
  situations,
  word,
  type Situation,
  type Stage,
  type Subject,
} from '#tests/fixtures/check-situations/situation.ts'
import { kindsWithoutServer, subjects } from '#tests/fixtures/check-situations/subjects.ts'

const timeoutMs = 2_000
/** All kinds end at the same time, which takes a busy machine seconds; servers that hang do so for a minute. */
const latestMs = 30_000

const run = async ({ kind }: Subject, stage: Stage, situation: Situation) => {
  const start = performance.now()
  const limit = { hanging: timeoutMs, dropped: 5_000 }[situation as string] ?? 60_000
  const result = await runCheckType(kind, stage.spec(situation), { ...stage.context, timeoutMs: limit })
  return { ...result, elapsedMs: performance.now() - start }
}

const assertions: Readonly<Record<Exclude<Situation, 'hanging'>, (subject: Subject, stage: Stage) => Promise<void>>> = {
  passing: async (subject, stage) => {
    expect(await run(subject, stage, 'passing')).toMatchObject({ pass: true })
  },
  failing: async (subject, stage) => {
    expect(await run(subject, stage, 'failing')).toMatchObject({ pass: false })
  },
  'wrong credentials': async (subject, stage) => {
    const { pass, message } = await run(subject, stage, 'wrong credentials')
    expect([pass, message]).toEqual([
      false,
      expect.stringMatching(/auth|denied|credential|password|login|key|401|token|role/i),
    ])
  },
  dropped: async (subject, stage) => {
    expect(await run(subject, stage, 'dropped')).toMatchObject({ pass: false })
  },
  'gone and back': async (subject, stage) => {
    await stage.enter('gone')
    expect(await run(subject, stage, 'gone and back')).toMatchObject({ pass: false })
    await stage.enter('gone and back')
    expect(await run(subject, stage, 'gone and back')).toMatchObject({ pass: true })
  },
  '10 MB': async (subject, stage) => {
    expect(await run(subject, stage, '10 MB')).toMatchObject({ pass: subject.huge !== 'fails' })
  },
  secret: async (subject, stage) => {
    const result = await run(subject, stage, 'secret')
    expect(result).toMatchObject({ pass: subject.secret !== 'fails' })
    const shown = JSON.stringify(result)
    expect(shown).toContain('***')
    expect(shown).not.toContain(word)
  },
}

const named = subjects.map((subject) => {
  const { kind, variant } = subject
  return [variant === undefined ? kind : `${kind} (${variant})`, subject] as const
})

/** Reads 10 MB and waits for servers to come back. */
const judgedWithinMs = 180_000

describe.each(named)('a check of kind %s', (_name, subject) => {
  test(
    'judges each situation',
    async () => {
      const stage = await subject.open()
      const failures: string[] = []
      try {
        for (const situation of situations) {
          if (situation === 'hanging' || subject.without?.[situation] !== undefined) continue
          if (situation !== 'gone and back') await stage.enter(situation)
          await assertions[situation](subject, stage).catch((error: unknown) => {
            failures.push(`${situation}: ${error instanceof Error ? error.message : String(error)}`)
          })
        }
      } finally {
        await stage.stop()
      }
      expect(failures).toEqual([])
    },
    judgedWithinMs,
  )
})

test('every kind ends at its timeout when nothing responds', async () => {
  const hanging = subjects.filter(({ without }) => without?.hanging === undefined)
  const stages: (readonly [Subject, Stage])[] = []
  try {
    for (const subject of hanging) {
      const stage = await subject.open()
      stages.push([subject, stage])
      await stage.enter('passing')
      // Loads the client.
      await run(subject, stage, 'passing')
      await stage.enter('hanging')
    }
    const results = await Promise.all(
      stages.map(async ([subject, stage]) => ({ kind: subject.kind, ...(await run(subject, stage, 'hanging')) })),
    )
    const wrong = results.filter(
      ({ message, elapsedMs }) =>
        message !== 'No response within 2 s.' || elapsedMs < timeoutMs * 0.9 || elapsedMs > latestMs,
    )
    expect(wrong).toEqual([])
  } finally {
    await Promise.all(stages.map(async ([, stage]) => stage.stop()))
  }
})

test('every kind has each situation, or the reason for which it does not exist', () => {
  const tested = new Set(subjects.map(({ kind }) => kind))
  const specs = new Set(checkKinds.filter(({ key }) => tested.has(key)).map(({ spec }) => spec))
  const missing = checkKinds.filter(({ key, spec }) => !specs.has(spec) && !(key in kindsWithoutServer))
  expect(missing.map(({ key }) => key).filter((key) => key !== 'ping' && key !== 'configDB')).toEqual([])
  for (const reason of subjects.flatMap(({ without = {} }) => Object.values(without)))
    expect(reason).toMatch(/^[A-Z].{15,}\.$/)
})
