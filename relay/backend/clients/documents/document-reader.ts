import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { RequestWorker } from '#relay/request-worker.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import type { DocumentsResponse, DocumentsRequest } from './documents-worker.ts'
import { restoreSpellings } from './spelling.ts'
import { readDocuments, type DocumentsText } from './read-documents.ts'

const smallJson = 512 * 1024
const smallYaml = 16 * 1024
const memoryMb = 512

const isSmall = ({ text, format, items }: DocumentsText): boolean =>
  items?.kind !== 'path' && text.length <= (format === 'yaml' ? smallYaml : smallJson)

/**
 * Large texts are read in a worker thread with 512 MB and arrive in batches on request, which bounds the relay's
 * memory.
 */
export class DocumentReader {
  #thread: RequestWorker<DocumentsRequest, DocumentsResponse> | undefined

  /** Throws ExpectedError for a text that is not in its format. Leaving the iteration early terminates the thread. */
  async *read(input: DocumentsText): AsyncGenerator<readonly unknown[]> {
    if (isSmall(input)) {
      yield readHere(input)
      return
    }
    let hasMore = true
    try {
      for (let next = this.#request(input); hasMore;) {
        const batch = await next
        hasMore = batch.kind === 'documents' && !batch.isLast
        if (batch.kind === 'refused') throw new ExpectedError(batch.reason)
        if (hasMore) next = this.#requestAhead()
        const documents = JSON.parse(batch.json) as unknown[]
        restoreSpellings(documents, batch.spellings)
        yield documents
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

  /** Requested while the last batch is processed. The iteration may have ended when it arrives. */
  #requestAhead(): Promise<DocumentsResponse> {
    const response = this.#request(null)
    response.catch(() => undefined)
    return response
  }

  async #request(input: DocumentsRequest['input']): Promise<DocumentsResponse> {
    const thread =
      this.#thread ??
      new RequestWorker<DocumentsRequest, DocumentsResponse>({
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
      throw error
    }
  }
}

const readHere = (input: DocumentsText): readonly unknown[] => {
  try {
    return readDocuments(input)
  } catch (error) {
    throw new ExpectedError(toErrorMessage(error))
  }
}
