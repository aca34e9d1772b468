import { join } from 'node:path'
import { readKeysFile, type Keys } from '#relay/backend/secrets/key-file.ts'
import { createKeyRing, type KeyRing } from '#relay/backend/secrets/key-ring.ts'
import { createVault, type Vault } from '#relay/backend/secrets/vault.ts'

/** Where an installation keeps its keys unless they were set. */
export const keyFileOf = (dataDir: string): string => join(dataDir, 'secrets.key')

/** A ring of each key, the newest first: it seals and signs, and all of them open and know again. */
export type KeyRings = readonly [KeyRing, ...KeyRing[]]

const ringsOf = ([newest, ...older]: Keys): KeyRings => [createKeyRing(newest), ...older.map(createKeyRing)]

/** The keys of this installation, and what its stored secrets are sealed with: the keys that were set, else those of the file. */
export const openInstallationKeys = async (
  dataDir: string,
  given: Keys | undefined,
): Promise<{ readonly rings: KeyRings; readonly vault: Vault }> => {
  const keys = given ?? (await readKeysFile(keyFileOf(dataDir)))
  return { rings: ringsOf(keys), vault: vaultOf(keys) }
}

export const vaultOf = (keys: Keys): Vault => {
  const [newest, ...older] = ringsOf(keys)
  return createVault(newest, older)
}
