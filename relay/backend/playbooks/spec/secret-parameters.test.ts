import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readKeyFile } from '#relay/backend/secrets/key-file.ts'
import { createKeyRing } from '#relay/backend/secrets/key-ring.ts'
import { createVault } from '#relay/backend/secrets/vault.ts'
import { createSealedParameters } from './secret-parameters.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parameters-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const vault = createVault(createKeyRing(Buffer.alloc(32, 1)))
const declared = [{ name: 'token', type: 'secret' as const }, { name: 'node' }]

test('seals secret parameters for their run and name', async () => {
  const sealed = await createSealedParameters(vault, folder)
  const stored = sealed.seal('r1', declared, { token: 'hunter22', node: 'a' })
  expect(stored).toEqual({ token: expect.stringMatching(/^sealed:v2:/), node: 'a' })
  expect(sealed.open('r1', declared, stored)).toEqual({
    values: { token: 'hunter22', node: 'a' },
    secrets: ['hunter22'],
  })
  expect(() => sealed.open('r2', declared, stored)).toThrow("cannot be decrypted with this installation's key")
})

test('opens a value sealed by an earlier version with the playbook key', async () => {
  const older = createKeyRing(await readKeyFile(join(folder, 'playbooks.key')))
  const value = `sealed:${older.seal('hunter22', 'playbook run r1 parameter token').toString('base64')}`
  const sealed = await createSealedParameters(vault, folder)
  expect(sealed.open('r1', declared, { token: value }).secrets).toEqual(['hunter22'])
  const without = await createSealedParameters(vault, join(folder, 'elsewhere'))
  expect(() => without.open('r1', declared, { token: value })).toThrow('cannot be decrypted')
})
