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

  /** Throws UnreadableText where it is not what it is said to be. */
  async *read(given: DocumentsText): AsyncGenerator<readonly unknown[]> {
    if (isSmall(given)) {
      yield readHere(given)
      return
    }
    for (let asked = this.#ask(given); ;) {
      const answer = await asked
      if (answer.kind === 'refused') throw new UnreadableText(answer.reason)
      if (!answer.isLast) asked = this.#askAhead()
      yield JSON.parse(answer.json) as unknown[]
      if (answer.isLast) return
    }
  }

  async close(): Promise<void> {
    await this.#thread?.close()
    this.#thread = undefined
  }

  /** The next batch while somebody works on the last one; nobody may be there any more when it comes. */
  #askAhead(): Promise<DocumentsAnswer> {
    const answer = this.#ask(null)
    answer.catch(() => undefined)
    return answer
  }

  async #ask(given: DocumentsQuestion['given']): Promise<DocumentsAnswer> {
    this.#thread ??= new AskedThread({ moduleUrl: import.meta.url, name: 'documents-worker', given: null, memoryMb })
    try {
      return await this.#thread.ask({ given })
    } catch (error) {
      this.#thread = undefined
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
