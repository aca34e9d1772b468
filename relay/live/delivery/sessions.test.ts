import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { Sessions } from './sessions.ts'

const ann: Viewer = { id: 'ann', name: 'Ann', email: 'ann@example.org', roles: ['admin'] }
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const begin = (recheckEveryMs: number | null = null) => {
  const questions: { respond: (viewer: Viewer | null) => void; fail: () => void }[] = []
  const events: string[] = []
  const listeners: ((personId: string | null) => void)[] = []
  const sessions = new Sessions({
    access: {
      findViewer: () =>
        new Promise((resolve, reject) => {
          questions.push({ respond: resolve, fail: () => reject(new Error('down')) })
        }),
      findScope: () => ({ kind: 'all' }),
      followedScopes: [],
      onChange: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
      recheckEveryMs,
    },
    onSuspended: () => events.push('suspended'),
    onKnown: ({ viewer }) => events.push(`known ${viewer.roles.join()}`),
    onSignedOut: () => events.push('signed out'),
  })
  const respond = async (viewer: Viewer | null) => {
    questions.shift()?.respond(viewer)
    await pass(0)
  }
  const ofAnn = async () => {
    const admission = sessions.admit({ cookie: 'ann' })
    await respond(ann)
    const admitted = await admission
    if (admitted === null) throw new Error('not admitted')
    return sessions.openSession(admitted)
  }
  return { sessions, questions, events, respond, ofAnn, change: (personId: string | null) => listeners[0]?.(personId) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('sessions', () => {
  test('look up equal credentials once for concurrent connections', async () => {
    const { sessions, questions, respond } = begin()
    const admissions = [sessions.admit({ cookie: 'ann' }), sessions.admit({ cookie: 'ann' }), sessions.admit({})]
    await pass(0)
    expect(questions).toHaveLength(2)
    await respond(ann)
    await respond(null)
    expect((await Promise.all(admissions)).map((admission) => admission?.viewer ?? null)).toEqual([ann, ann, null])
  })

  test('suspend sending from a permission change until the permissions are known', async () => {
    const { events, respond, ofAnn, change } = begin()
    const session = await ofAnn()
    change('bob')
    expect(events).toEqual([])
    change('ann')
    expect([events, session.suspension === null]).toEqual([['suspended'], false])
    await respond({ ...ann, roles: ['viewer'] })
    expect([events, session.suspension]).toEqual([['suspended', 'known viewer'], null])
  })

  test('ignore a lookup that started before the last change', async () => {
    const { events, respond, ofAnn, change } = begin()
    await ofAnn()
    change(null)
    await pass(0)
    change('ann')
    await respond(ann)
    expect(events).toEqual(['suspended'])
    await respond(null)
    expect(events).toEqual(['suspended', 'signed out'])
  })

  test('do not admit with a viewer from before a change during the handshake', async () => {
    const { sessions, respond, change } = begin()
    const admission = sessions.admit({ cookie: 'ann' })
    await pass(0)
    change(null)
    await respond(ann)
    await respond(null)
    expect(await admission).toBeNull()
  })

  test('suspend a connection that opens after a change since its handshake', async () => {
    const { sessions, events, respond, change } = begin()
    const admission = sessions.admit({ cookie: 'ann' })
    await respond(ann)
    const admitted = await admission
    if (admitted === null) throw new Error('not admitted')
    change(null)
    expect(sessions.openSession(admitted).suspension).not.toBeNull()
    await respond(null)
    expect(events).toEqual(['suspended', 'signed out'])
  })

  test('recheck regularly where a sign-in can end unannounced, without suspending', async () => {
    const { events, respond, ofAnn } = begin(4_000)
    await ofAnn()
    await pass(4_000)
    await respond(null)
    expect(events).toEqual(['signed out'])
  })

  test('keep unconfirmed permissions for a minute, then suspend until confirmed', async () => {
    const { questions, events, respond, ofAnn } = begin(4_000)
    await ofAnn()
    for (let ms = 0; ms < 60_000; ms += 4_000) {
      await pass(4_000)
      questions.shift()?.fail()
    }
    await pass(0)
    expect(events).toEqual([])
    await pass(4_000)
    questions.shift()?.fail()
    await pass(0)
    expect(events).toEqual(['suspended'])
    await pass(1_000)
    await respond(ann)
    expect(events).toEqual(['suspended', 'known admin'])
  })
})
