import { expect, test } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { remoteSignIn } from './remote-sign-in.ts'

const ada: Viewer = { id: 'ada', name: 'Ada', email: 'ada@example.test', roles: ['viewer'] }
const cookie = { headers: { cookie: 'ory_kratos_session=ada' } }

const begin = (...results: (() => Promise<Viewer | null>)[]) => {
  const cookies: string[] = []
  let nowMs = 0
  const signIn = remoteSignIn({
    ask: (text) => {
      cookies.push(text)
      return (results.length > 1 ? results.shift() : results[0])?.() ?? Promise.resolve(null)
    },
    now: () => nowMs,
  })
  return { signIn, cookies, pass: (ms: number) => (nowMs += ms) }
}

test('looks up concurrent requests once and caches the result for three seconds', async () => {
  const { signIn, cookies, pass } = begin(async () => ada)
  expect(await Promise.all([signIn.findViewer(cookie), signIn.findViewer(cookie)])).toEqual([ada, ada])
  pass(2_999)
  await signIn.findViewer(cookie)
  expect(cookies).toHaveLength(1)
  pass(1)
  await signIn.findViewer(cookie)
  expect(cookies).toHaveLength(2)
})

test('looks up each cookie separately', async () => {
  const { signIn, cookies } = begin(async () => ada)
  await signIn.findViewer(cookie)
  await signIn.findViewer({ headers: { cookie: 'ory_kratos_session=grace' } })
  expect(cookies).toEqual(['ory_kratos_session=ada', 'ory_kratos_session=grace'])
})

test('sends no lookup without a cookie', async () => {
  const { signIn, cookies } = begin(async () => ada)
  expect([await signIn.findViewer({ headers: {} }), cookies]).toEqual([null, []])
})

test('does not cache a failure', async () => {
  const { signIn } = begin(
    async () => {
      throw new Error('down')
    },
    async () => ada,
  )
  await expect(signIn.findViewer(cookie)).rejects.toThrow('down')
  expect(await signIn.findViewer(cookie)).toEqual(ada)
})

test('looks up a forgotten cookie again at once, and no other', async () => {
  const { signIn, cookies } = begin(
    async () => null,
    async () => ada,
  )
  expect(await signIn.findViewer(cookie)).toBeNull()
  signIn.forget({ headers: { cookie: 'ory_kratos_session=grace' } })
  signIn.forget({ headers: {} })
  expect(await signIn.findViewer(cookie)).toBeNull()
  signIn.forget(cookie)
  expect([await signIn.findViewer(cookie), cookies.length]).toEqual([ada, 2])
})
