import { readPlaybookSpec } from './read-spec.ts'
import { silentTriggers } from '#relay/backend/playbooks/triggers/silent-triggers.ts'
import type { LoneDocumentTable } from '#relay/backend/resources/document-rows.ts'

/** The `Playbook` documents of RESOURCES_DIR as rows of `playbooks`. */
export const playbookDocuments: LoneDocumentTable = {
  kind: 'Playbook',
  noun: 'playbook',
  relation: 'playbooks',
  columns: ['title', 'category', 'icon', 'description'],
  read: async (document) => {
    const read = await readPlaybookSpec(document.spec)
    if ('problem' in read) return read
    const { title = '', category = '', icon = null, description = null } = read.spec
    return { columns: { title, category, icon, description }, warnings: silentTriggers(document, read.spec) }
  },
}
