import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#relay/config/config.ts'
import { pageFactsFromConfig, toPageSettings, withPageSettings } from './page-settings.ts'

const html = readFileSync('client/index.html', 'utf8')

test('replaces the settings of the built page', () => {
  const built = {
    'auth-mode': 'standalone',
    backend: 'embedded',
    'identity-service': 'none',
    'user-accounts': 'none',
    'sign-in-by-address': 'on',
    'hosted-key': '',
    'hosted-path': '',
  } as const
  expect(withPageSettings(html, built)).toBe(html)
  const page = withPageSettings(html, {
    'auth-mode': 'identity',
    backend: 'embedded',
    'identity-service': 'embedded',
    'user-accounts': 'embedded',
    'sign-in-by-address': 'off',
    'hosted-key': 'pk_test_Y2xlcmsk',
    'hosted-path': '/api/.hosted',
  })
  expect(page.match(/<meta name="(auth|backend|identity|user|sign|hosted)[^>]*>/g)).toEqual([
    '<meta name="auth-mode" content="identity" />',
    '<meta name="backend" content="embedded" />',
    '<meta name="identity-service" content="embedded" />',
    '<meta name="user-accounts" content="embedded" />',
    '<meta name="sign-in-by-address" content="off" />',
    '<meta name="hosted-key" content="pk_test_Y2xlcmsk" />',
    '<meta name="hosted-path" content="/api/.hosted" />',
  ])
})

test('rejects a page without the meta element of a setting', () => {
  const settings = {
    'auth-mode': 'identity',
    backend: 'remote',
    'identity-service': 'remote',
    'user-accounts': 'roles',
    'sign-in-by-address': 'on',
    'hosted-key': '',
    'hosted-path': '',
  } as const
  expect(() => withPageSettings('<html></html>', settings)).toThrow('index.html has no meta element "auth-mode".')
})

test.each([
  [{}, 'standalone', 'none', 'none'],
  [{ BACKEND_URL: 'http://backend' }, 'standalone', 'none', 'backend'],
  [{ AUTH_MODE: 'identity' }, 'identity', 'embedded', 'embedded'],
  [{ AUTH_MODE: 'identity', IDENTITY_URL: 'http://id' }, 'identity', 'remote', 'roles'],
  [
    { AUTH_MODE: 'identity', IDENTITY_URL: 'http://id', BACKEND_URL: 'http://backend' },
    'identity',
    'remote',
    'backend',
  ],
])('derives sign-in and user settings from %j', (environment, mode, service, accounts) => {
  const settings = toPageSettings(pageFactsFromConfig(readConfig(environment)))
  expect([settings['auth-mode'], settings['identity-service'], settings['user-accounts']]).toEqual([
    mode,
    service,
    accounts,
  ])
})
