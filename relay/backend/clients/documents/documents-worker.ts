import { workerData } from 'node:worker_threads'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { RequestWorkerData } from '#relay/request-worker.ts'
import { listSpellings, type Spelling } from './spelling.ts'
import { readDocuments, type DocumentsText } from './read-documents.ts'

/** `null` requests the next batch of the current text. */
export interface DocumentsRequest {
  readonly input: DocumentsText | null
}

export type DocumentsResponse =
  /** `json` is a list of documents: transferring text takes a third of the time of values. */
  | {
      readonly kind: 'documents'
      readonly json: string
      readonly spellings: readonly Spelling[]
      readonly isLast: boolean
    }
  | { readonly kind: 'refused'; readonly reason: string }

const batch = 250

const { port } = workerData as RequestWorkerData<null>

let rest: unknown[] = []
let isYaml = false
const respond = ({ input }: DocumentsRequest): DocumentsResponse => {
  if (input !== null) {
    rest = readDocuments(input)
    isYaml = input.format === 'yaml'
  }
  const documents = rest.slice(0, batch)
  const json = JSON.stringify(documents)
  rest = rest.slice(batch)
  return { kind: 'documents', json, spellings: isYaml ? listSpellings(documents) : [], isLast: rest.length === 0 }
}

port.on('message', (request: DocumentsRequest) => {
  try {
    port.postMessage(respond(request))
  } catch (error) {
    const reason = toErrorMessage(error)
    port.postMessage({ kind: 'refused', reason } satisfies DocumentsResponse)
  }
})
