import { join } from 'node:path'
import { readKeysFile, type Keys } from '#relay/backend/secrets/key-file.ts'
import { createKeyRing, type KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { createVault, type Vault } from '#relay/backend/secrets/vault.ts'

/** Where an installation keeps its keys unless they were set. */
export const keyFileOf = (dataDir: string): string => join(dataDir, 'secrets.key')

/** The newest key of this installation, and what its stored secrets are sealed with: the keys that were set, else those of the file. */
export const openInstallationKeys = async (
  dataDir: string,
  given: Keys | undefined,
): Promise<{ readonly newest: KeyRing; readonly vault: Vault }> => {
  const keys = given ?? (await readKeysFile(keyFileOf(dataDir)))
  return { newest: createKeyRing(keys[0]), vault: vaultOf(keys) }
}

export const vaultOf = ([newest, ...older]: Keys): Vault =>
  createVault(
    createKeyRing(newest),
    older.map((key) => createKeyRing(key)),
  )
