import { expect, test } from 'vitest'
import { cookiesNamed, isIdentityCookie, isSessionCookie } from './cookies.ts'

const header = 'theme=dark; ory_kratos_session=s; csrf_token_ab12=c; ory_kratos_continuity=k; xory_kratos_session=no'

test('a backend gets the session and no other cookie', () => {
  expect(cookiesNamed(header, isSessionCookie)).toBe('ory_kratos_session=s')
})

test('an identity service gets its own cookies and no other', () => {
  expect(cookiesNamed(header, isIdentityCookie)).toBe(
    'ory_kratos_session=s; csrf_token_ab12=c; ory_kratos_continuity=k',
  )
})

test('nothing wanted is no header', () => {
  expect([cookiesNamed('theme=dark', isSessionCookie), cookiesNamed(undefined, isSessionCookie)]).toEqual([
    undefined,
    undefined,
  ])
})
