import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { locate, type ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { targetKinds } from '#relay/backend/playbooks/runs/targets.ts'
import { canHappen, formatEvents, triggerByKind } from './trigger-events.ts'

export const findUnknownTriggers = (
  document: Pick<ResourceDocument, 'file' | 'name' | 'findPosition'>,
  { on }: PlaybookSpec,
): string[] =>
  targetKinds.flatMap((kind) => {
    const trigger = triggerByKind[kind]
    return (on?.[trigger] ?? []).flatMap(({ event }, index) =>
      canHappen(kind, event)
        ? []
        : [
            locate(
              document.file,
              document.findPosition(['on', trigger, index]),
              `on.${trigger} with the event "${event}" never starts the playbook ${document.name}. Events of on.${trigger}: ${formatEvents(kind)}.`,
            ),
          ],
    )
  })
