import type { AuditEntry } from '#shared/audit/audit-entry.ts'
import { entryActor, entryKind, entryName } from '#client/domain/audit/audited-resources.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'

const toJson = (document: AuditEntry['before']) => (document == null ? null : JSON.stringify(document))

export const wholeTexts = [
  { id: 'id_of_thing', title: 'Id', text: ({ row_id: id }: AuditEntry) => id },
  { id: 'before', title: 'Before', text: ({ before }: AuditEntry) => toJson(before) },
  { id: 'after', title: 'After', text: ({ after }: AuditEntry) => toJson(after) },
] as const

export const auditColumns = (onOpen: (id: string) => void): readonly ListColumn<AuditEntry>[] => [
  {
    id: 'person',
    title: 'Person',
    rank: 0,
    minWidth: 100,
    maxWidth: 192,
    flex: 0.5,
    isSortable: true,
    text: entryActor,
    cell: (entry) =>
      entry.person_id === null ? (
        <span className="faint cut">{entryActor(entry)}</span>
      ) : (
        <span className="cut">{entryActor(entry)}</span>
      ),
  },
  plainColumn(({ action }) => action, { id: 'action', title: 'Action', rank: 1, width: 112, isSortable: true }),
  {
    id: 'kind',
    title: 'Kind',
    rank: 2,
    width: 160,
    isSortable: true,
    text: entryKind,
    cell: (entry) => <Tag>{entryKind(entry)}</Tag>,
  },
  {
    id: 'thing',
    title: 'Resource',
    rank: 0,
    minWidth: 180,
    isSortable: true,
    text: entryName,
    cell: (entry) => (
      <button type="button" className="text-button medium cut" onClick={() => onOpen(entry.id)}>
        <MiddleCut text={entryName(entry)} />
      </button>
    ),
  },
  plainColumn(({ changed }) => changed.join(', '), {
    id: 'changed',
    title: 'Changed',
    rank: 3,
    minWidth: 140,
    className: 'dim cut mono',
  }),
  plainColumn(({ origin }) => origin, {
    id: 'origin',
    title: 'From',
    rank: 4,
    minWidth: 140,
    isSortable: true,
    className: 'faint cut',
  }),
  ageColumn(({ at }) => at, { id: 'at', title: 'Age', rank: 0, minWidth: 60, isSortable: true }),
]
