import { join } from 'node:path'
import { readKeyFile } from '#relay/backend/secrets/key-file.ts'
import { createKeyRing, type KeyRing } from '#relay/backend/secrets/key-ring.ts'

/** The key that this installation's stored secrets are sealed with: the one that was set, else `DATA_DIR/secrets.key`. */
export const openInstallationKey = async (dataDir: string, given: Uint8Array | undefined): Promise<KeyRing> =>
  createKeyRing(given ?? (await readKeyFile(join(dataDir, 'secrets.key'))))
