import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { locate, type ResourceDocument } from '#relay/backend/resources/resource-document.ts'

const silent = ['config', 'component'] as const

/** What a document waits for that never happens here: a sentence for each with its place; the document is good without it. */
export const silentTriggers = (
  document: Pick<ResourceDocument, 'file' | 'name' | 'positionOf'>,
  { on }: PlaybookSpec,
): string[] =>
  silent
    .filter((kind) => (on?.[kind]?.length ?? 0) > 0)
    .map((kind) =>
      locate(
        document.file,
        document.positionOf(['on', kind]),
        `on.${kind} never starts the playbook ${document.name}: this relay hears of no changes of ${kind}s. on.canary and on.webhook start playbooks, and people do.`,
      ),
    )
