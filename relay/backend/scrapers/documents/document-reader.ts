import { RequestWorker, ThreadEnded } from '#relay/request-worker.ts'
import type { DocumentsResponse, DocumentsQuestion } from './documents-worker.ts'
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
  #thread: RequestWorker<DocumentsQuestion, DocumentsResponse> | undefined

  /** Throws UnreadableText where it is not what it is said to be. Whoever leaves before the end takes the thread with them, and what it was asked. */
  async *read(input: DocumentsText): AsyncGenerator<readonly unknown[]> {
    if (isSmall(input)) {
      yield readHere(input)
      return
    }
    let hasMore = true
    try {
      for (let next = this.#ask(input); hasMore;) {
        const batch = await next
        hasMore = batch.kind === 'documents' && !batch.isLast
        if (batch.kind === 'refused') throw new UnreadableText(batch.reason)
        if (hasMore) next = this.#askAhead()
        yield JSON.parse(batch.json) as unknown[]
      }
    } finally {
      if (hasMore) await this.close()
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.close()
  }

  /** The next batch while somebody works on the last one; nobody may be there any more when it comes. */
  #askAhead(): Promise<DocumentsResponse> {
    const response = this.#ask(null)
    response.catch(() => undefined)
    return response
  }

  async #ask(input: DocumentsQuestion['input']): Promise<DocumentsResponse> {
    const thread =
      this.#thread ??
      new RequestWorker<DocumentsQuestion, DocumentsResponse>({
        moduleUrl: import.meta.url,
        name: 'documents-worker',
        input: null,
        memoryMb,
      })
    this.#thread = thread
    try {
      return await thread.ask({ input })
    } catch (error) {
      if (this.#thread === thread) this.#thread = undefined
      throw error instanceof ThreadEnded ? new UnreadableText(error.message) : error
    }
  }
}

const readHere = (input: DocumentsText): readonly unknown[] => {
  try {
    return readDocuments(input)
  } catch (error) {
    throw new UnreadableText(error instanceof Error ? error.message : String(error))
  }
}
