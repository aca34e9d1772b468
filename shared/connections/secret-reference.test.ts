import { expect, test } from 'vitest'
import {
  formatSecretReference,
  hasSecretReferencePrefix,
  isSecretReference,
  parseSecretReference,
} from './secret-reference.ts'

test.each([
  ['secret://db/password', { kind: 'secret', name: 'db', key: 'password' }],
  ['configmap://app/a/b.yaml', { kind: 'configmap', name: 'app', key: 'a/b.yaml' }],
  ['helm://release/key', { kind: 'helm', name: 'release', key: 'key' }],
  ['serviceaccount://reader', { kind: 'serviceaccount', name: 'reader' }],
])('%s is a reference', (text, reference) => {
  const parsed = parseSecretReference(text)
  expect(parsed).toEqual(reference)
  expect(parsed && formatSecretReference(parsed)).toBe(text)
  expect([isSecretReference(text), hasSecretReferencePrefix(text)]).toEqual([true, true])
})

test.each([
  ['secret://db', true],
  ['secret:///key', true],
  ['configmap://app/', true],
  ['serviceaccount://', true],
  ['https://secret://db/password', false],
  ['', false],
])('%s is no complete reference', (text, hasPrefix) => {
  expect(parseSecretReference(text)).toBeUndefined()
  expect(hasSecretReferencePrefix(text)).toBe(hasPrefix)
})
