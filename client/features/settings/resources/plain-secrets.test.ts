import { expect, test } from 'vitest'
import { plainSecretsIn } from './plain-secrets.ts'

const token = `ghp_${'a'.repeat(36)}`

test('finds a secret in a readable field and reports its path', () => {
  expect(plainSecretsIn({ http: [{ name: 'a', body: `{"key":"${token}"}` }], note: 'AKIAABCDEFGHIJKLMNOP' })).toEqual([
    { path: 'http.0.body', looksLike: 'a GitHub token' },
    { path: 'note', looksLike: 'an AWS access key' },
  ])
  expect(plainSecretsIn({ description: '-----BEGIN RSA PRIVATE KEY-----\nx' })).toHaveLength(1)
  expect(plainSecretsIn({ env: [{ name: 'NOTE', value: token }] })).toEqual([
    { path: 'env.0.value', looksLike: 'a GitHub token' },
  ])
})

test('ignores fields that are encrypted on save, secret references and ordinary values', () => {
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
