import { join, sep } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { realpath } from 'node:fs/promises'
import { ChangeHub } from '#relay/backend/engine/change-hub.ts'
import { createFindConfigs } from '#relay/backend/catalog/find-configs.ts'
import type { SeriesRegistry } from '#relay/http/check-metrics.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import { secretReader } from '#relay/backend/checks/engine/secret-source.ts'
import { connectionReader } from '#relay/backend/connections/read-connection.ts'
import { openPeople } from '#relay/backend/data-api/people.ts'
import { keepJobHistory } from '#relay/backend/jobs/keep-job-history.ts'
import { Properties } from '#relay/backend/properties/properties.ts'
import { Lateness } from '#relay/backend/schedule/lateness.ts'
import { startRelayInstances } from '#relay/backend/schedule/relay-instances.ts'
import { RelayCalls } from '#relay/backend/schedule/relay-calls.ts'
import { startWork } from '#relay/backend/schedule/work.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { createResourceSearch } from '#relay/backend/search/resource-search.ts'
import { createMessageLinks } from '#relay/backend/notifications/events/message-links.ts'
import { createPushes } from '#relay/backend/notifications/push/pushes.ts'
import { openInstallationKeys } from '#relay/backend/secrets/installation-key.ts'
import type { Keys } from '#relay/backend/secrets/key-file.ts'
import { sealStored } from '#relay/backend/secrets/seal-stored.ts'
import { secretRelations } from '#relay/backend/secrets/secret-relations.ts'
import { createStoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { ownConnection } from '#relay/backend/engine/self-checks.ts'
import { findAsConsole } from '#relay/backend/search/find-resources.ts'
import type { Database } from '#relay/database/database.ts'
import { wholeRetention, type RetentionShare } from '#relay/database/retention-share.ts'

/** Security: resolves symbolic links before comparing. A missing file is in no folder. */
const hiddenFiles =
  (folders: readonly string[]) =>
  async (path: string): Promise<boolean> => {
    const real = await realpath(path).catch(() => path)
    for (const folder of folders) {
      const realFolder = await realpath(folder).catch(() => folder)
      if (real === realFolder || real.startsWith(`${realFolder}${sep}`)) return true
    }
    return false
  }

export interface EngineOptions {
  readonly database: Database
  readonly resourcesDir: string
  readonly dataDir: string
  readonly secretsKeys?: Keys | undefined
  readonly sandbox?: Sandbox
  readonly log: FastifyBaseLogger
  readonly retentionShare?: RetentionShare
  readonly mail?: { readonly url: string; readonly from: string } | undefined
  readonly pushCa?: string | undefined
  readonly publicUrl?: string | undefined
  readonly leaseSeconds?: number
  readonly onStart?: (lateMs: number) => void
  readonly onMissed?: () => void
  readonly series?: SeriesRegistry
}

export type EngineDeps = Awaited<ReturnType<typeof openEngineDeps>>

const openSecrets = async ({ database, dataDir, secretsKeys, log }: EngineOptions) => {
  const { rings, vault } = await openInstallationKeys(dataDir, secretsKeys)
  const relations = secretRelations({ checks: checkKinds, scrapers: scraperKinds.here })
  const secrets = createStoredSecrets(vault, relations)
  const sealed = await sealStored(database, secrets, relations)
  if (sealed > 0) log.info({ rows: sealed }, 'plain-text secrets encrypted')
  return { vault, secrets, messageLinks: createMessageLinks(rings) }
}

export const openEngineDeps = async (options: EngineOptions, selfUrl: () => string) => {
  const { database, resourcesDir, dataDir, log, publicUrl, retentionShare = wholeRetention } = options
  const changes = new ChangeHub(log)
  const onChange = changes.emit
  const resolveSecret = secretReader(resourcesDir)
  const { vault, secrets, messageLinks } = await openSecrets(options)
  const relayInstances = await startRelayInstances(database, log, { leaseSeconds: options.leaseSeconds })
  const lateness = new Lateness()
  const work = await startWork({ database, relayInstances, log })
  const calls = new RelayCalls(database, relayInstances.id, log)
  await calls.start()
  const history = await keepJobHistory({ database, relayInstances, log, onChange })
  const people = await openPeople({ database, log })
  const properties = new Properties(database, resourcesDir, log)
  const find = findAsConsole(createResourceSearch({ database, people }))
  const consoleUrl = () => publicUrl ?? selfUrl()
  return {
    ...options,
    onStart: (lateMs: number) => {
      lateness.add(lateMs)
      options.onStart?.(lateMs)
    },
    lateness,
    sandbox: options.sandbox,
    mail: options.mail,
    retentionShare,
    changes,
    onChange,
    properties,
    artifacts: new ArtifactStore(database, dataDir),
    vault,
    secrets,
    messageLinks,
    pushes: createPushes({ ...options, secrets, properties, consoleUrl }),
    resolveSecret,
    resolveConnection: connectionReader({ database, vault, resolveSecret, builtIn: ownConnection(selfUrl) }),
    isHidden: hiddenFiles([dataDir, join(resourcesDir, '.secrets')]),
    relayInstances,
    work,
    calls,
    relayId: relayInstances.id,
    history,
    onJob: history.onJob,
    people,
    find,
    findConfigs: createFindConfigs(database, find),
    consoleUrl,
  }
}
