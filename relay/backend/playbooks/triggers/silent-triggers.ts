import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { locate, type ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { targetKinds } from '#relay/backend/playbooks/runs/targets.ts'
import { canHappen, eventsOf, triggerOf } from './trigger-events.ts'

/** What a document waits for that never happens here: a sentence for each with its place; the document is good without it. */
export const silentTriggers = (
  document: Pick<ResourceDocument, 'file' | 'name' | 'positionOf'>,
  { on }: PlaybookSpec,
): string[] =>
  targetKinds.flatMap((kind) => {
    const word = triggerOf[kind]
    return (on?.[word] ?? []).flatMap(({ event }, place) =>
      canHappen(kind, event)
        ? []
        : [
            locate(
              document.file,
              document.positionOf(['on', word, place]),
              `on.${word} with the event "${event}" never starts the playbook ${document.name}. Events of on.${word} are ${eventsOf(kind)}.`,
            ),
          ],
    )
  })
