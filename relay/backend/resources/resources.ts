import type { FastifyBaseLogger } from 'fastify'
import {
  locate,
  type DocumentError,
  type ResourceDocument,
  type ResourceError,
} from '#relay/backend/resources/resource-document.ts'
import { ResourceFolder } from '#relay/backend/resources/resource-folder.ts'

/** Kinds are applied in order: a document may refer to kinds before its own. */
export interface ResourceKind {
  readonly kind: string
  validate?(document: ResourceDocument, others: readonly ResourceDocument[]): Promise<DocumentError | undefined>
  /**
   * Must replace all earlier documents. Never called concurrently. A document that was applied and is now in
   * `errors` stays applied.
   * `errors` covers this kind, earlier kinds and unreadable files.
   */
  apply(documents: readonly ResourceDocument[], errors: readonly ResourceError[]): Promise<void>
  showErrors?(errors: readonly ResourceError[]): Promise<void>
}

export interface ResourcesOptions {
  readonly dir: string | undefined
  readonly kinds: readonly ResourceKind[]
  readonly log: FastifyBaseLogger
  readonly rescanEveryMs?: number
  readonly settleMs?: number
}

export interface Resources {
  reload(): Promise<void>
  stop(): Promise<void>
}

export const startResources = async ({
  dir,
  kinds,
  log,
  rescanEveryMs = 15_000,
  settleMs = 150,
}: ResourcesOptions): Promise<Resources> => {
  const folder = dir === undefined ? undefined : new ResourceFolder(dir)
  const reported = new Set<string>()
  let rejected: readonly RejectedDocument[] = []
  let inForce = false
  let work = Promise.resolve()
  let settling: NodeJS.Timeout | undefined

  const report = (errors: readonly ResourceError[]): void => {
    const texts = new Set(errors.map((error) => locate(error.file, error, error.reason)))
    for (const text of texts) if (!reported.has(text)) log.warn(`document rejected: ${text}`)
    for (const text of reported) if (!texts.has(text)) log.info(`document no longer rejected: ${text}`)
    reported.clear()
    for (const text of texts) reported.add(text)
  }

  const load = async (): Promise<void> => {
    const { documents, errors, changed } = (await folder?.scan()) ?? { documents: [], errors: [], changed: false }
    if (inForce && !changed && !(await hasChangedResult(rejected))) return
    inForce = false
    const invalid: RejectedDocument[] = []
    const known = kinds.map(({ kind }) => kind)
    const unknown = documents.filter(({ kind }) => !known.includes(kind)).map(unknownKind(known))
    const all = [...errors, ...unknown]
    for (const kind of kinds) {
      const good: ResourceDocument[] = []
      for (const document of documents.filter((each) => each.kind === kind.kind)) {
        const error = await kind.validate?.(document, good)
        if (error === undefined) good.push(document)
        else {
          all.push(toResourceError(document, error))
          invalid.push({ kind, document, good, before: good.length, reason: error.reason })
        }
      }
      await kind.apply(good, [...all])
    }
    for (const kind of kinds) await kind.showErrors?.(all)
    report(all)
    rejected = invalid
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

  folder?.watch(() => {
    clearTimeout(settling)
    settling = setTimeout(reloadAndLog, settleMs)
  })
  await reload()
  const rescan = folder === undefined ? undefined : setInterval(reloadAndLog, rescanEveryMs)

  return {
    reload,
    stop: async () => {
      clearTimeout(settling)
      clearInterval(rescan)
      folder?.close()
      await work.catch(() => undefined)
    },
  }
}

interface RejectedDocument {
  readonly kind: ResourceKind
  readonly document: ResourceDocument
  readonly good: readonly ResourceDocument[]
  readonly before: number
  readonly reason: string
}

const hasChangedResult = async (rejected: readonly RejectedDocument[]): Promise<boolean> => {
  for (const { kind, document, good, before, reason } of rejected)
    if ((await kind.validate?.(document, good.slice(0, before)))?.reason !== reason) return true
  return false
}

const toResourceError = (document: ResourceDocument, { path, reason }: DocumentError): ResourceError => {
  const { file, index, kind, name, namespace } = document
  return { file, index, ...document.findPosition(path), reason, kind, name, namespace }
}

const unknownKind = (known: readonly string[]) => (document: ResourceDocument) => ({
  ...toResourceError(document, {
    path: [],
    reason: `Unknown kind "${document.kind}". Known kinds: ${known.join(', ')}.`,
  }),
  ...document.position,
})
