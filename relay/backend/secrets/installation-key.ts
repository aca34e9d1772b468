import { join } from 'node:path'
import { readKeysFile, type Keys } from '#relay/backend/secrets/key-file.ts'
import { createKeyRing, type KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { createVault, type Vault } from '#relay/backend/secrets/vault.ts'

export const keyFilePath = (dataDir: string): string => join(dataDir, 'secrets.key')

/** Newest first: it seals and signs; all of them open and verify. */
type KeyRings = readonly [KeyRing, ...KeyRing[]]

const createRings = ([newest, ...older]: Keys): KeyRings => [createKeyRing(newest), ...older.map(createKeyRing)]

export const openInstallationKeys = async (
  dataDir: string,
  configuredKeys: Keys | undefined,
): Promise<{ readonly rings: KeyRings; readonly vault: Vault }> => {
  const keys = configuredKeys ?? (await readKeysFile(keyFilePath(dataDir)))
  return { rings: createRings(keys), vault: vaultFromKeys(keys) }
}

export const vaultFromKeys = (keys: Keys): Vault => {
  const [newest, ...older] = createRings(keys)
  return createVault(newest, older)
}
