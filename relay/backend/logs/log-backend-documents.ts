import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'
import { readLogBackend } from './log-backend-spec.ts'

/** Names are unique across namespaces. */
export const logBackendDocuments: LoneDocumentTable = {
  ...resourceKinds.logging_backends,
  columns: [],
  read: async ({ spec }) => {
    const read = readLogBackend(spec ?? {})
    return 'error' in read ? { error: { path: read.path, reason: read.error } } : { columns: {} }
  },
}
