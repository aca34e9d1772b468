import type { FastifyBaseLogger } from 'fastify'
import { startRelayInstances } from '#relay/backend/relay-instances.ts'
import { keyFilePath } from '#relay/backend/secrets/installation-key.ts'
import { rotateKey } from '#relay/backend/secrets/rotate-key.ts'
import type { Config } from '#relay/config/config.ts'
import type { Store } from '#relay/database/open-store.ts'

/** Must not run beside a relay, which would keep using the old key. */
export const rotateInstallationKey = async (
  config: Pick<Config, 'dataDir' | 'secretsKeys'>,
  { database }: Pick<Store, 'database'>,
  log: FastifyBaseLogger,
): Promise<string> => {
  const instances = await startRelayInstances(database, log)
  try {
    if (!instances.isAlone) {
      throw new Error(
        'a relay runs on this database, and would not know the new key. Stop every relay that uses it, then run this again.',
      )
    }
    const { dataDir, secretsKeys: configuredKeys } = config
    const { isNewKey, rows, unread } = await rotateKey({ database, dataDir, configuredKeys })
    return [
      isNewKey ? `A new key is on top of ${keyFilePath(dataDir)}.` : 'Secrets are sealed by the newest key.',
      `${rows} rows were sealed anew.`,
      unread === 0 ? '' : `${unread} secrets cannot be read with any key here; they stay as they are.`,
      'Older keys are read still, for back-ups of before now. Start the relay again.',
    ]
      .filter((line) => line !== '')
      .join(' ')
  } finally {
    await instances.stop()
    await instances.leave()
  }
}
