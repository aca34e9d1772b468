import { expect, test } from 'vitest'
import type { Viewer } from '#shared/access/viewer.ts'
import { remoteSignIn } from './remote-sign-in.ts'

const ada: Viewer = { id: 'ada', name: 'Ada', email: 'ada@example.test', roles: ['viewer'] }
const cookie = { headers: { cookie: 'ory_kratos_session=ada' } }

const begin = (...answers: (() => Promise<Viewer | null>)[]) => {
  const asked: string[] = []
  let nowMs = 0
  const signIn = remoteSignIn({
    ask: (text) => {
      asked.push(text)
      return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Promise.resolve(null)
    },
    now: () => nowMs,
  })
  return { signIn, asked, pass: (ms: number) => (nowMs += ms) }
}

test('requests that come at once are one question, and its answer counts for three seconds', async () => {
  const { signIn, asked, pass } = begin(async () => ada)
  expect(await Promise.all([signIn.viewerOf(cookie), signIn.viewerOf(cookie)])).toEqual([ada, ada])
  pass(2_999)
  await signIn.viewerOf(cookie)
  expect(asked).toHaveLength(1)
  pass(1)
  await signIn.viewerOf(cookie)
  expect(asked).toHaveLength(2)
})

test('another cookie is another question', async () => {
  const { signIn, asked } = begin(async () => ada)
  await signIn.viewerOf(cookie)
  await signIn.viewerOf({ headers: { cookie: 'ory_kratos_session=grace' } })
  expect(asked).toEqual(['ory_kratos_session=ada', 'ory_kratos_session=grace'])
})

test('without a cookie nobody is asked', async () => {
  const { signIn, asked } = begin(async () => ada)
  expect([await signIn.viewerOf({ headers: {} }), asked]).toEqual([null, []])
})

test('a failure is nobody’s answer, and the next request asks again', async () => {
  const { signIn } = begin(
    async () => {
      throw new Error('down')
    },
    async () => ada,
  )
  await expect(signIn.viewerOf(cookie)).rejects.toThrow('down')
  expect(await signIn.viewerOf(cookie)).toEqual(ada)
})

test('what may have changed at the service is asked anew at once, for the visitor whom it concerns', async () => {
  const { signIn, asked } = begin(
    async () => null,
    async () => ada,
  )
  expect(await signIn.viewerOf(cookie)).toBeNull()
  signIn.forget({ headers: { cookie: 'ory_kratos_session=grace' } })
  signIn.forget({ headers: {} })
  expect(await signIn.viewerOf(cookie)).toBeNull()
  signIn.forget(cookie)
  expect([await signIn.viewerOf(cookie), asked.length]).toEqual([ada, 2])
})
