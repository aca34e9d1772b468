import { DatabaseUnavailable } from '#relay/database/database-unavailable.ts'
import type { FastifyBaseLogger } from 'fastify'
import {
  applyDocuments,
  validateDocument,
  type RejectedDocument,
  type DocumentKind,
} from '#relay/backend/resources/apply-documents.ts'
import { createRejectionLog } from '#relay/backend/resources/log-rejections.ts'
import type { SpecSchemas } from '#relay/backend/resources/parse-documents.ts'
import { locate, type ResourceError } from '#relay/backend/resources/resource-document.ts'
import { ResourceFolder, type DocumentDigest } from '#relay/backend/resources/resource-folder.ts'

interface ResourcesOptions {
  readonly dir: string
  readonly kinds: readonly DocumentKind[]
  readonly schemas?: SpecSchemas
  readonly log: FastifyBaseLogger
  readonly rescanEveryMs?: number
  readonly settleMs?: number
}

export interface Resources {
  listErrors(): readonly ResourceError[]
  readText(file: string): Promise<string>
  /** The same object as long as no file changed. */
  digest(): DocumentDigest
  reload(): Promise<void>
  stop(): Promise<void>
}

export const startResources = async ({
  dir,
  kinds,
  schemas,
  log,
  rescanEveryMs = 15_000,
  settleMs = 150,
}: ResourcesOptions): Promise<Resources> => {
  const folder = new ResourceFolder(dir, schemas)
  const logRejections = createRejectionLog(log)
  let rejected: readonly RejectedDocument[] = []
  let errors: readonly ResourceError[] = []
  let inForce = false
  let work = Promise.resolve()
  let settling: NodeJS.Timeout | undefined

  const load = async (): Promise<void> => {
    const found = await folder.scan()
    if (inForce && !found.changed && !(await hasChangedResult(rejected))) return
    inForce = false
    const applied = await applyDocuments(found.documents, found.errors, kinds)
    logRejections(applied.errors.map((error) => locate(error.file, error, error.reason)))
    errors = applied.errors
    rejected = applied.rejected
    inForce = true
  }
  const reload = (): Promise<void> => {
    work = work.then(load, load)
    return work
  }
  const reloadAndLog = (): void => {
    reload().catch((error: unknown) => {
      log.error({ err: error }, 'failed to apply documents, keeping the previous ones and retrying')
    })
  }

  folder.watch(() => {
    clearTimeout(settling)
    settling = setTimeout(reloadAndLog, settleMs)
  })
  await reload().catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) throw error
    log.error({ err: error }, 'failed to apply documents, retrying')
  })
  const rescan = setInterval(reloadAndLog, rescanEveryMs)

  return {
    listErrors: () => errors,
    digest: () => folder.digest,
    readText: (file) => folder.readText(file),
    reload,
    stop: async () => {
      clearTimeout(settling)
      clearInterval(rescan)
      folder.close()
      await work.catch(() => undefined)
    },
  }
}

const hasChangedResult = async (rejected: readonly RejectedDocument[]): Promise<boolean> => {
  for (const kind of new Set(rejected.map((each) => each.kind)))
    kind.prepare?.(rejected.filter((each) => each.kind === kind).map(({ document }) => document))
  for (const { kind, document, good, before, reason } of rejected)
    if ((await validateDocument(kind, document, good.slice(0, before)))?.reason !== reason) return true
  return false
}
