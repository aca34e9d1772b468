import type { FastifyBaseLogger } from 'fastify'
import {
  locate,
  type DocumentError,
  type ResourceDocument,
  type ResourceError,
} from '#relay/backend/resources/resource-document.ts'
import { ResourceFolder } from '#relay/backend/resources/resource-folder.ts'

/** What the documents of one kind mean. Kinds are put in force one after another: a document may name those of kinds before its own. */
export interface ResourceKind {
  readonly kind: string
  /**
   * What is wrong with a document as a whole, `others` being those of its kind before it; one with a fault is a problem and
   * not in force. Without it, every well-formed document of the kind is handed to `apply`.
   */
  validate?(document: ResourceDocument, others: readonly ResourceDocument[]): Promise<DocumentError | undefined>
  /**
   * Makes these documents, and no others, the ones in force. Called again, never at the same time, whenever any of them
   * changed, or what one of them was refused for is gone. `problems` are those of its own, of kinds before it and of files that cannot be read: a document that was in force and is
   * among them now stays in force.
   */
  apply(documents: readonly ResourceDocument[], errors: readonly ResourceError[]): Promise<void>
  /** Told of all problems in the end, those of kinds after its own among them. */
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
  /** Reads again now; resolves when what was found is in force. */
  reload(): Promise<void>
  stop(): Promise<void>
}

/** Reads the documents of RESOURCES_DIR, puts them in force, and does so again whenever they change, or what they lacked is there. */
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
    for (const text of texts) if (!reported.has(text)) log.warn(`A document is refused: ${text}`)
    for (const text of reported) if (!texts.has(text)) log.info(`A document is no longer refused: ${text}`)
    reported.clear()
    for (const text of texts) reported.add(text)
  }

  const load = async (): Promise<void> => {
    const { documents, errors, changed } = (await folder?.scan()) ?? { documents: [], errors: [], changed: false }
    if (inForce && !changed && !(await hasChangedResult(rejected))) return
    inForce = false
    const faulty: RejectedDocument[] = []
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
          faulty.push({ kind, document, good, before: good.length, reason: error.reason })
        }
      }
      await kind.apply(good, [...all])
    }
    for (const kind of kinds) await kind.showErrors?.(all)
    report(all)
    rejected = faulty
    inForce = true
  }
  const reload = (): Promise<void> => {
    work = work.then(load, load)
    return work
  }
  const reloadAndLog = (): void => {
    reload().catch((error: unknown) => {
      log.error(
        { err: error },
        'The documents could not be put in force; the ones from before stay, and this is tried again.',
      )
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

/** A document with a fault as a whole, as it was looked at. */
interface RejectedDocument {
  readonly kind: ResourceKind
  readonly document: ResourceDocument
  /** The good ones of its kind, of which so many are before it. */
  readonly good: readonly ResourceDocument[]
  readonly before: number
  readonly reason: string
}

/** Whether something is said otherwise of any of them now: what a document names may be made later, by somebody else. */
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
    reason: `Documents of the kind "${document.kind}" cannot be used here. Known kinds: ${known.join(', ')}.`,
  }),
  ...document.position,
})
