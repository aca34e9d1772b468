import { resourceKinds } from '#shared/resources/resource-kinds.ts'
import { readPlaybookSpec } from './read-spec.ts'
import { findUnknownTriggers } from '#relay/backend/playbooks/triggers/find-unknown-triggers.ts'
import { ignoredFields, listIgnoredFields } from '#relay/backend/resources/ignored-fields.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'

export const playbookDocuments: LoneDocumentTable = {
  ...resourceKinds.playbooks,
  columns: ['title', 'category', 'icon', 'description'],
  read: async (document) => {
    const read = await readPlaybookSpec(document.spec)
    if ('error' in read) return read
    const { title = '', category = '', icon = null, description = null } = read.spec
    return {
      columns: { title, category, icon, description },
      warnings: [...findUnknownTriggers(document, read.spec), ...listIgnoredFields(document, ignoredFields.playbook)],
    }
  },
}
