import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import { readLogBackend } from './log-backend-spec.ts'

/** Log backends of RESOURCES_DIR; no two of them have one name, whatever namespace they say. */
export const logBackendDocuments: LoneDocumentTable = {
  kind: 'LoggingBackend',
  noun: 'log backend',
  relation: 'logging_backends',
  isWithoutNamespace: true,
  columns: [],
  read: async ({ spec }) => {
    const read = readLogBackend(spec ?? {})
    return 'problem' in read ? { error: { path: ['spec'], reason: read.problem } } : { columns: {} }
  },
}
