import { expect, test } from 'vitest'
import { toResponseHeaders, toRequestHeaders } from './header-policy.ts'

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

test('passes request headers without those that identify the sender', () => {
  expect(toRequestHeaders(fromBrowser, undefined)).toEqual({
    accept: 'application/json',
    prefer: 'count=exact',
    'content-type': 'application/json',
  })
})

test.each([
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'cf-ipcity',
  'x-real-ip',
  'x_real_ip',
  'x-client-ip',
  'client-ip',
  'fly-client-ip',
  'fastly-client-ip',
  'x-cluster-client-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-appengine-user-ip',
  'x-nf-client-connection-ip',
  'x-originating-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-remote-user',
  'remote-addr',
  'wl-proxy-client-ip',
  'x-envoy-external-address',
  'x-proxyuser-ip',
  'forwarded',
  'x-forwarded',
  'x-forwarded-for',
  'x_forwarded_for',
  'forwarded-for',
  'x-original-forwarded-for',
  'x-vercel-forwarded-for',
  'x-coming-from',
  'via',
])('removes the client address header %s', (name) => {
  expect(toRequestHeaders({ accept: '*/*', [name]: '203.0.113.7' }, undefined)).toEqual({ accept: '*/*' })
})

test('passes similar headers, which webhooks need', () => {
  const headers = { 'x-github-event': 'push', 'x-hub-signature-256': 'sha256=x', 'svix-id': 'm', 'x-zip-code': '1' }
  expect(toRequestHeaders(headers, undefined)).toEqual(headers)
})

test('sends the relay’s own credential to the backend', () => {
  expect(toRequestHeaders(fromBrowser, 'Basic cmVsYXk=')).toMatchObject({ authorization: 'Basic cmVsYXk=' })
})

test('passes response headers without those that affect the console', () => {
  expect(
    toResponseHeaders({
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
