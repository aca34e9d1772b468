import { expect, test } from 'vitest'
import { cookiesNamed, isIdentityCookie, isSessionCookie } from './cookies.ts'

const header = 'theme=dark; ory_kratos_session=s; csrf_token_ab12=c; ory_kratos_continuity=k; xory_kratos_session=no'

test('passes only the session cookie to a backend', () => {
  expect(cookiesNamed(header, isSessionCookie)).toBe('ory_kratos_session=s')
})

test('passes only its own cookies to an identity service', () => {
  expect(cookiesNamed(header, isIdentityCookie)).toBe(
    'ory_kratos_session=s; csrf_token_ab12=c; ory_kratos_continuity=k',
  )
})

test('returns no header without matching cookies', () => {
  expect([cookiesNamed('theme=dark', isSessionCookie), cookiesNamed(undefined, isSessionCookie)]).toEqual([
    undefined,
    undefined,
  ])
})
