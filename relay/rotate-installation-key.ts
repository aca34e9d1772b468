import type { FastifyBaseLogger } from 'fastify'
import { startRelayInstances } from '#relay/backend/schedule/relay-instances.ts'
import { keyFilePath } from '#relay/backend/secrets/installation-key.ts'
import { rotateKey } from '#relay/backend/engine/rotate-key.ts'
import type { Config } from '#relay/config/config.ts'
import type { Store } from '#relay/database/open-store.ts'

/** Must not run beside a relay, which would keep using the old key. */
export const rotateInstallationKey = async (
  config: Pick<Config, 'dataDir' | 'secretsKeys'>,
  { database }: Pick<Store, 'database'>,
  log: FastifyBaseLogger,
): Promise<string> => {
  const instances = await startRelayInstances(database, log, { takesWork: false })
  try {
    if (!instances.isAlone) {
      throw new Error(
        'a relay is running on this database and would not know the new key. Stop every relay that uses it, then run this again.',
      )
    }
    const { dataDir, secretsKeys: configuredKeys } = config
    const { isNewKey, rows, unread } = await rotateKey({ database, dataDir, configuredKeys })
    return [
      isNewKey
        ? `A new key was added at the top of ${keyFilePath(dataDir)}.`
        : 'Secrets are encrypted with the newest key.',
      `Re-encrypted ${rows} rows.`,
      unread === 0 ? '' : `${unread} secrets cannot be decrypted with any available key and were left unchanged.`,
      'Older keys still decrypt existing backups. Start the relay again.',
    ]
      .filter((line) => line !== '')
      .join(' ')
  } finally {
    await instances.stop()
    await instances.leave()
  }
}
