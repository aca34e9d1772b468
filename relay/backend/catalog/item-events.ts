import type { ItemToWrite, WrittenItems } from '#relay/backend/catalog/write-items.ts'
import { groupTurns, type ResourceEvent } from '#relay/backend/rows/resource-event.ts'

/** Events of written items: created, updated, another health. */
export const listItemEvents = (
  items: readonly ItemToWrite[],
  { added }: Pick<WrittenItems, 'added'>,
): readonly ResourceEvent[] => {
  const created = items.filter(({ compared }) => compared.kind === 'new')
  const known = items.flatMap(({ compared }) => (compared.kind === 'known' ? [compared] : []))
  const updated = known.filter((compared) => compared.known.before !== undefined).map((compared) => compared.known.id)
  const turns = [
    ...created.map(({ compared }, index) => ({
      id: added[index]?.id ?? '',
      before: undefined,
      after: compared.item.health,
    })),
    ...known.flatMap(({ item, known: { id, health } }) =>
      item.health === null ? [] : [{ id, before: health, after: item.health }],
    ),
  ]
  const events: ResourceEvent[] = []
  if (added.length > 0) events.push({ kind: 'config', name: 'created', ids: added.map(({ id }) => id) })
  if (updated.length > 0) events.push({ kind: 'config', name: 'updated', ids: updated })
  for (const [name, ids] of groupTurns(turns)) events.push({ kind: 'config', name, ids })
  return events
}
