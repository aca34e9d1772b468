import { AskedThread, ThreadEnded } from '#relay/asked-thread.ts'
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
  #thread: AskedThread<DocumentsQuestion, DocumentsAnswer> | undefined

  /** Throws UnreadableText where it is not what it is said to be. Whoever leaves before the end takes the thread with them, and what it was asked. */
  async *read(given: DocumentsText): AsyncGenerator<readonly unknown[]> {
    if (isSmall(given)) {
      yield readHere(given)
      return
    }
    let isAsked = true
    try {
      for (let asked = this.#ask(given); isAsked;) {
        const answer = await asked
        isAsked = answer.kind === 'documents' && !answer.isLast
        if (answer.kind === 'refused') throw new UnreadableText(answer.reason)
        if (isAsked) asked = this.#askAhead()
        yield JSON.parse(answer.json) as unknown[]
      }
    } finally {
      if (isAsked) await this.close()
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.close()
  }

  /** The next batch while somebody works on the last one; nobody may be there any more when it comes. */
  #askAhead(): Promise<DocumentsAnswer> {
    const answer = this.#ask(null)
    answer.catch(() => undefined)
    return answer
  }

  async #ask(given: DocumentsQuestion['given']): Promise<DocumentsAnswer> {
    const thread =
      this.#thread ??
      new AskedThread<DocumentsQuestion, DocumentsAnswer>({
        moduleUrl: import.meta.url,
        name: 'documents-worker',
        given: null,
        memoryMb,
      })
    this.#thread = thread
    try {
      return await thread.ask({ given })
    } catch (error) {
      if (this.#thread === thread) this.#thread = undefined
      throw error instanceof ThreadEnded ? new UnreadableText(error.message) : error
    }
  }
}

const readHere = (given: DocumentsText): readonly unknown[] => {
  try {
    return readDocuments(given)
  } catch (error) {
    throw new UnreadableText(error instanceof Error ? error.message : String(error))
  }
}
