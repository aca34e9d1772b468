import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import { startWorker } from '#relay/start-worker.ts'
import type { DocumentsAnswer, DocumentsQuestion } from './documents-worker.ts'
import { readDocuments, type DocumentsText } from './read-documents.ts'

/** Texts of up to so many letters are read right here: they take less than handing them over does. */
const smallJson = 512 * 1024
const smallYaml = 16 * 1024
const memoryMb = 512

/** The text is not what it is said to be; `message` says what is wrong with it. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}

const isSmall = ({ text, format, items }: DocumentsText): boolean =>
  items?.kind !== 'path' && text.length <= (format === 'yaml' ? smallYaml : smallJson)

/**
 * Reads the documents of one text after another. Large ones are read in a thread of its own with 512 MB, and come in batches as they
 * are asked for, so that neither the relay waits nor its memory follows what they hold.
 */
export class DocumentReader {
  #thread: { readonly worker: Worker; readonly port: MessagePort } | undefined

  /** Throws UnreadableText where it is not what it is said to be. */
  async *read(given: DocumentsText): AsyncGenerator<readonly unknown[]> {
    if (isSmall(given)) {
      yield readHere(given)
      return
    }
    for (let asked: DocumentsQuestion['given'] = given; ; asked = null) {
      const answer = await this.#ask(asked)
      if (answer.kind === 'refused') throw new UnreadableText(answer.reason)
      yield answer.documents
      if (answer.isLast) return
    }
  }

  async close(): Promise<void> {
    await this.#thread?.worker.terminate()
    this.#thread = undefined
  }

  #ask(given: DocumentsQuestion['given']): Promise<DocumentsAnswer> {
    this.#thread ??= startThread()
    const { worker, port } = this.#thread
    return new Promise((resolve, reject) => {
      const onAnswer = (answer: DocumentsAnswer) => settle(() => resolve(answer))
      const onError = (error: Error) => settle(() => reject(wordsOf(error)))
      const onExit = () => settle(() => reject(new UnreadableText('Reading it was ended.')))
      const settle = (end: () => void) => {
        port.off('message', onAnswer)
        worker.off('error', onError).off('exit', onExit)
        end()
      }
      port.on('message', onAnswer)
      worker.on('error', onError).on('exit', onExit)
      port.postMessage({ given } satisfies DocumentsQuestion)
    })
  }
}

const startThread = () => {
  const { port1: port, port2 } = new MessageChannel()
  const worker = startWorker(import.meta.url, 'documents-worker', {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    workerData: port2,
    transferList: [port2],
  })
  return { worker, port }
}

const readHere = (given: DocumentsText): readonly unknown[] => {
  try {
    return readDocuments(given)
  } catch (error) {
    throw new UnreadableText(error instanceof Error ? error.message : String(error))
  }
}

const wordsOf = (error: Error): Error =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new UnreadableText(`Reading it needs more than ${memoryMb} MB of memory.`)
    : error
