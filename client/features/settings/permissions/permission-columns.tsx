import { Link } from 'wouter'
import { hasEnded, isEnforced, findSubject } from '#shared/access/grant.ts'
import { formatValue } from '#shared/primitives/format-value.ts'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { hasUnknownGroup, notificationLink, resourceText, subjectName } from './permission-labels.ts'
import type { ListedPermission } from './permissions-api.ts'

interface ColumnsOptions {
  readonly nowMs: number
  readonly findName: (kind: string, id: string) => string
  readonly onOpen: (id: string) => void
  /** Only the embedded backend enforces permissions itself. */
  readonly decidesHere: boolean
}

const notEnforced =
  'Stored but not enforced: this backend supports only permissions of people, teams, roles, groups and everyone.'

const unknownGroup = 'No role and no permission group has this name, so the permission applies to no one.'

function Subject({
  row,
  onOpen,
  decidesHere,
}: Pick<ColumnsOptions, 'onOpen' | 'decidesHere'> & { readonly row: ListedPermission }) {
  const subject = findSubject(row)
  const name = subjectName(row)
  return (
    <span className="permission-subject">
      <Tag>{subject?.type ?? 'no subject'}</Tag>
      <button type="button" className="text-button cut" onClick={() => onOpen(row.id)}>
        {name}
      </button>
      {subject?.type === 'notification' ? (
        <Link href={notificationLink(subject.id)} aria-label={`Notification rule ${name}`}>
          rule
        </Link>
      ) : null}
      {decidesHere && row.fault !== null ? (
        <Tag tone="warn" title={row.fault}>
          ignored
        </Tag>
      ) : decidesHere && !isEnforced(row) ? (
        <Tag tone="warn" title={notEnforced}>
          not enforced
        </Tag>
      ) : decidesHere && hasUnknownGroup(row) ? (
        <Tag tone="warn" title={unknownGroup}>
          unknown group
        </Tag>
      ) : null}
    </span>
  )
}

const tagTexts = ({ tags }: ListedPermission): string[] =>
  Object.entries(tags ?? {}).map(([key, value]) => `${key}=${formatValue(value)}`)

function Narrowing({ row }: { readonly row: ListedPermission }) {
  const agents = (row.agents ?? []).map((agent) => `agent ${agent}`)
  return [...tagTexts(row), ...agents].map((text) => <Tag key={text}>{text}</Tag>)
}

const narrowingText = (row: ListedPermission): string => [...tagTexts(row), ...(row.agents ?? [])].join(' ')

const subjectText = (row: ListedPermission): string => {
  const subject = findSubject(row)
  return subject === null ? 'no subject' : `${subject.type} ${subjectName(row)}`
}

const untilColumn = (nowMs: number): ListColumn<ListedPermission> => ({
  id: 'until',
  title: 'Expires',
  rank: 2,
  width: 128,
  isSortable: true,
  text: ({ until }) => until,
  cell: (row) =>
    hasEnded(row, nowMs) ? (
      <span className="faint">
        expired <Moment at={row.until} />
      </span>
    ) : (
      <Moment at={row.until} />
    ),
})

/** No column sorts here; the backend returns the rows in order. */
export const permissionColumns = ({
  nowMs,
  findName,
  onOpen,
  decidesHere,
}: ColumnsOptions): readonly ListColumn<ListedPermission>[] => [
  {
    id: 'subject',
    title: 'Subject',
    rank: 0,
    minWidth: 120,
    isSortable: true,
    text: subjectText,
    cell: (row) => <Subject row={row} onOpen={onOpen} decidesHere={decidesHere} />,
  },
  {
    id: 'action',
    title: 'Action',
    rank: 0,
    minWidth: 136,
    isSortable: true,
    text: ({ deny, action }) => (deny ? `deny ${action}` : action),
    cell: (row) => (
      <span className="permission-action">
        {row.deny ? <Tag tone="outline">deny</Tag> : null}
        <code>{row.action}</code>
      </span>
    ),
  },
  {
    id: 'resource',
    title: 'Resource',
    rank: 1,
    minWidth: 130,
    isSortable: true,
    text: (row) => [resourceText(row, findName), narrowingText(row)].filter(Boolean).join(' '),
    cell: (row) => (
      <span className={row.object_selector === null ? 'permission-resource' : 'permission-resource mono'}>
        <MiddleCut text={resourceText(row, findName)} />
        <Narrowing row={row} />
      </span>
    ),
  },
  untilColumn(nowMs),
  plainColumn(({ description }) => description, {
    id: 'description',
    title: 'Description',
    rank: 3,
    minWidth: 180,
    isSortable: true,
  }),
  {
    id: 'created_by',
    title: 'Created By',
    rank: 5,
    width: 144,
    text: (row) => (row.created_by ? findName('person', row.created_by) : null),
    cell: (row) => (row.created_by ? findName('person', row.created_by) : ''),
  },
  ageColumn((row) => row.updated_at, { id: 'updated', title: 'Updated', rank: 6, isSortable: true }),
  ageColumn((row) => row.created_at, { id: 'created', title: 'Created', rank: 4, isSortable: true }),
]
