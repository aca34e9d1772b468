import { expect, test } from 'vitest'
import { answerHeadersOf, requestHeadersOf } from './header-policy.ts'

const fromBrowser = {
  accept: 'application/json',
  prefer: 'count=exact',
  'content-type': 'application/json',
  cookie: 'session=1',
  authorization: 'Bearer browser',
  origin: 'http://127.0.0.1:4600',
  referer: 'http://127.0.0.1:4600/login?password=x',
  'sec-fetch-site': 'same-origin',
  'x-forwarded-for': '10.0.0.1',
  'proxy-authorization': 'Basic x',
  connection: 'keep-alive',
}

test('the backend gets what a request says, and nothing of who sent it', () => {
  expect(requestHeadersOf(fromBrowser, undefined)).toEqual({
    accept: 'application/json',
    prefer: 'count=exact',
    'content-type': 'application/json',
  })
})

test("the backend gets the relay's own credential", () => {
  expect(requestHeadersOf(fromBrowser, 'Basic cmVsYXk=')).toMatchObject({ authorization: 'Basic cmVsYXk=' })
})

test('the browser gets what an answer says, and nothing that changes how it treats the console', () => {
  expect(
    answerHeadersOf({
      'content-type': 'application/json',
      'content-range': '0-9/10',
      'set-cookie': ['theirs=1'],
      'content-security-policy': 'default-src *',
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=1',
      server: 'theirs',
    }),
  ).toEqual({ 'content-type': 'application/json', 'content-range': '0-9/10' })
})
