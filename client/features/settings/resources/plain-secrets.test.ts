import { expect, test } from 'vitest'
import { plainSecretsIn } from './plain-secrets.ts'

const token = `ghp_${'a'.repeat(36)}`

test('a secret in a field that everybody reads is found at its place', () => {
  expect(plainSecretsIn({ http: [{ name: 'a', body: `{"key":"${token}"}` }], note: 'AKIAABCDEFGHIJKLMNOP' })).toEqual([
    { path: 'http.0.body', looksLike: 'a GitHub token' },
    { path: 'note', looksLike: 'an AWS access key' },
  ])
  expect(plainSecretsIn({ description: '-----BEGIN RSA PRIVATE KEY-----\nx' })).toHaveLength(1)
  expect(plainSecretsIn({ env: [{ name: 'NOTE', value: token }] })).toEqual([
    { path: 'env.0.value', looksLike: 'a GitHub token' },
  ])
})

test('what is sealed when it is saved, refers to a secret or is none is not warned of', () => {
  expect(
    plainSecretsIn({
      personalAccessToken: { value: token },
      headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
      env: [{ name: 'API_KEY', valueFrom: { secretKeyRef: { name: 'n', key: 'k' } } }],
      password: token,
      url: 'https://example.test/eyJ',
      count: 3,
      nothing: null,
    }),
  ).toEqual([])
})
