import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { Sessions } from './sessions.ts'

const ann: Viewer = { id: 'ann', name: 'Ann', email: 'ann@example.org', roles: ['admin'] }
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Access whose answers a test gives, and what the sessions made of them. */
const begin = (recheckEveryMs: number | null = null) => {
  const questions: { answer: (viewer: Viewer | null) => void; fail: () => void }[] = []
  const told: string[] = []
  const listeners: ((personId: string | null) => void)[] = []
  const sessions = new Sessions({
    access: {
      viewerOf: () =>
        new Promise((resolve, reject) => {
          questions.push({ answer: resolve, fail: () => reject(new Error('down')) })
        }),
      scopeOf: () => ({ kind: 'all' }),
      followedScopes: [],
      onChange: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
      recheckEveryMs,
    },
    onSuspended: () => told.push('suspended'),
    onKnown: ({ viewer }) => told.push(`known ${viewer.roles.join()}`),
    onSignedOut: () => told.push('signed out'),
  })
  const answer = async (viewer: Viewer | null) => {
    questions.shift()?.answer(viewer)
    await pass(0)
  }
  /** Ann's connection, admitted and begun. */
  const ofAnn = async () => {
    const admission = sessions.admit({ cookie: 'ann' })
    await answer(ann)
    const admitted = await admission
    if (admitted === null) throw new Error('not admitted')
    return sessions.sessionOf(admitted)
  }
  return { sessions, questions, told, answer, ofAnn, change: (personId: string | null) => listeners[0]?.(personId) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('sessions', () => {
  test('ask once about the same credentials, however many connect at the same time', async () => {
    const { sessions, questions, answer } = begin()
    const admissions = [sessions.admit({ cookie: 'ann' }), sessions.admit({ cookie: 'ann' }), sessions.admit({})]
    await pass(0)
    expect(questions).toHaveLength(2)
    await answer(ann)
    await answer(null)
    expect((await Promise.all(admissions)).map((admission) => admission?.viewer ?? null)).toEqual([ann, ann, null])
  })

  test('hold everything back from the moment that rights may have changed until they are known', async () => {
    const { told, answer, ofAnn, change } = begin()
    const session = await ofAnn()
    change('bob')
    expect(told).toEqual([])
    change('ann')
    expect([told, session.suspension === null]).toEqual([['suspended'], false])
    await answer({ ...ann, roles: ['viewer'] })
    expect([told, session.suspension]).toEqual([['suspended', 'known viewer'], null])
  })

  test('do not believe an answer to a question from before the last change', async () => {
    const { told, answer, ofAnn, change } = begin()
    await ofAnn()
    change(null)
    await pass(0)
    change('ann')
    await answer(ann)
    expect(told).toEqual(['suspended'])
    await answer(null)
    expect(told).toEqual(['suspended', 'signed out'])
  })

  test('do not admit with what was true before a change during the handshake', async () => {
    const { sessions, answer, change } = begin()
    const admission = sessions.admit({ cookie: 'ann' })
    await pass(0)
    change(null)
    await answer(ann)
    await answer(null)
    expect(await admission).toBeNull()
  })

  test('hold a connection back that begins after a change its handshake did not know of', async () => {
    const { sessions, told, answer, change } = begin()
    const admission = sessions.admit({ cookie: 'ann' })
    await answer(ann)
    const admitted = await admission
    if (admitted === null) throw new Error('not admitted')
    change(null)
    expect(sessions.sessionOf(admitted).suspension).not.toBeNull()
    await answer(null)
    expect(told).toEqual(['suspended', 'signed out'])
  })

  test('look again by themselves where a sign-in can end silently, and hold nothing back for that', async () => {
    const { told, answer, ofAnn } = begin(4_000)
    await ofAnn()
    await pass(4_000)
    await answer(null)
    expect(told).toEqual(['signed out'])
  })

  test('go on for a minute with rights that cannot be confirmed, then hold back until they can', async () => {
    const { questions, told, answer, ofAnn } = begin(4_000)
    await ofAnn()
    for (let ms = 0; ms < 60_000; ms += 4_000) {
      await pass(4_000)
      questions.shift()?.fail()
    }
    await pass(0)
    expect(told).toEqual([])
    await pass(4_000)
    questions.shift()?.fail()
    await pass(0)
    expect(told).toEqual(['suspended'])
    await pass(1_000)
    await answer(ann)
    expect(told).toEqual(['suspended', 'known admin'])
  })
})
