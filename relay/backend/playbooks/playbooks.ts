import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
import type { Job } from '#relay/backend/jobs/jobs.ts'
import { artifactRoutes } from '#relay/backend/playbooks/artifact-routes.ts'
import type { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import { cancelChannel } from '#relay/backend/playbooks/runs/cancel-run.ts'
import { ScheduleTriggers, type ScheduleTriggersDeps } from '#relay/backend/playbooks/triggers/schedule-triggers.ts'
import { deletedItemEvent, EventTriggers } from '#relay/backend/playbooks/triggers/event-triggers.ts'
import type { OnEvent } from '#relay/backend/rows/resource-event.ts'
import { ChunkWriter } from '#relay/backend/playbooks/log/chunk-writer.ts'
import { playbookDocuments } from '#relay/backend/playbooks/spec/playbook-documents.ts'
import { playbookRoutes } from '#relay/backend/playbooks/playbook-routes.ts'
import { recoverRuns } from '#relay/backend/playbooks/runs/recover-runs.ts'
import { startRun } from '#relay/backend/playbooks/runs/start-run.ts'
import { RunEnd } from '#relay/backend/playbooks/runs/run-end.ts'
import { RunEngine } from '#relay/backend/playbooks/runs/run-engine.ts'
import { runRetentionJob } from '#relay/backend/playbooks/runs/run-retention.ts'
import { createSealedParameters } from '#relay/backend/playbooks/spec/secret-parameters.ts'
import type { Properties } from '#relay/backend/properties/properties.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Vault } from '#relay/backend/secrets/vault.ts'
import { DocumentRows } from '#relay/backend/resources/document-rows.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import type { RelayInstances } from '#relay/backend/schedule/relay-instances.ts'
import type { Database } from '#relay/database/database.ts'
import { listenForMessages } from '#relay/database/listen-messages.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'

interface PlaybooksOptions extends Pick<ScheduleTriggersDeps, 'work' | 'onJob'> {
  readonly database: Database
  readonly relayInstances: RelayInstances
  readonly dataDir: string
  readonly artifacts: ArtifactStore
  readonly sandbox: Sandbox
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  readonly properties: Properties
  readonly retentionShare: RetentionShare
  readonly resolveSecret: ClientContext['resolveSecret']
  readonly resolveConnection: NonNullable<ClientContext['resolveConnection']>
  readonly vault: Vault
  readonly secrets: StoredSecrets
}

export interface Playbooks {
  readonly kind: DocumentKind
  readonly routes: FastifyPluginAsync
  readonly retention: Job
  readonly onEvent: OnEvent
  readonly start: (playbookId: string, about: Readonly<Record<string, string>>) => Promise<{ readonly run_id: string }>
  readonly follow: OnChange
  /** Starts schedules: documents are rows by now. */
  begin(): void
  stop(): Promise<void>
}

const defaultAtOnce = 50
const defaultLogMegabytes = 512
const defaultGiveUpSeconds = 20
const cancelNoticeSchema = z.tuple([z.string(), z.string()])

export const startPlaybooks = async (options: PlaybooksOptions): Promise<Playbooks> => {
  const {
    database,
    relayInstances,
    dataDir,
    artifacts,
    log,
    onChange,
    properties,
    resolveSecret,
    resolveConnection,
    vault,
    secrets,
  } = options
  const parameters = await createSealedParameters(vault, dataDir)
  const onEvent: OnEvent = (event) => void triggers.happened(event)
  const engine = new RunEngine({
    id: relayInstances.id,
    database,
    log,
    onChange,
    onEvent,
    parameters,
    secrets,
    writer: new ChunkWriter({
      database,
      onChange,
      log,
      giveUpAfterMs: (await properties.number('playbook.log.patience.seconds', defaultGiveUpSeconds)) * 1_000,
    }),
    artifacts,
    resolveSecret,
    resolveConnection,
    dataDir,
    sandbox: options.sandbox,
    atOnce: await properties.number('playbook.runs.at.once', defaultAtOnce, 1),
    logBytesMax: (await properties.number('playbook.log.max.mb', defaultLogMegabytes, 1)) * 1024 * 1024,
  })
  await rm(join(dataDir, 'playbooks'), { recursive: true, force: true })

  await relayInstances.follow((living) =>
    recoverRuns({ database, engine, lateAfterSeconds: relayInstances.lateAfterSeconds, onChange, log }, living),
  )
  const unlisten = await listenForMessages(database, {
    channel: cancelChannel,
    schema: cancelNoticeSchema,
    log,
    onMessage: ([runId, reason]) => void engine.end(runId, new RunEnd('cancelled', reason)),
  })

  const deps = { database, engine, parameters, secrets, onChange, log, resolveSecret }
  const triggers = new EventTriggers(deps)
  const unlistenDeleted = await database.listen('event_queue_updates', (event) => {
    if (event === deletedItemEvent) void triggers.takeDeleted()
  })
  const schedules = new ScheduleTriggers({ ...deps, work: options.work, onJob: options.onJob })
  return {
    onEvent,
    start: (id, about) => startRun(deps, { id, ...about }, null),
    begin: () => {
      schedules.begin()
      void triggers.takeDeleted()
    },
    follow: ({ relation }) => {
      if (relation !== 'playbooks') return
      triggers.forget()
      schedules.reconcile()
    },
    kind: new DocumentRows(playbookDocuments, { database, secrets, onChange, log }),
    retention: runRetentionJob(database, artifacts, properties, options.retentionShare),
    routes: async (app) => {
      await app.register(playbookRoutes, { prefix: '/playbook', deps })
      await app.register(artifactRoutes, { prefix: '/artifacts', artifacts, database })
    },
    stop: async () => {
      await Promise.all([unlisten(), unlistenDeleted()])
      await schedules.stop()
      await engine.stop()
    },
  }
}
