import { Link } from 'wouter'
import { hasEnded, isEnforced, subjectOf } from '#shared/access/grant.ts'
import { Age } from '#client/ui/age.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { notificationLink, resourceText, subjectName } from './permission-words.ts'
import type { ListedPermission } from './permissions-api.ts'

interface ColumnsOptions {
  readonly widthPx: number
  readonly nowMs: number
  readonly nameOf: (kind: string, id: string) => string
  readonly onOpen: (id: string) => void
  /** Whether it is the embedded backend that decides. */
  readonly decidesHere: boolean
}

const notEnforced =
  'It is kept, and this backend does not decide by it: it knows the rights of people, teams, roles and everyone.'

/** Whom a rule is about opens it; a notification's name leads to its rule. */
function Subject({
  row,
  onOpen,
  decidesHere,
}: Pick<ColumnsOptions, 'onOpen' | 'decidesHere'> & { readonly row: ListedPermission }) {
  const subject = subjectOf(row)
  const name = subjectName(row)
  return (
    <span className="permission-subject">
      <Tag>{subject?.type ?? 'nobody'}</Tag>
      <button type="button" className="permission-open cut" onClick={() => onOpen(row.id)}>
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
      ) : null}
    </span>
  )
}

function Narrowing({ row }: { readonly row: ListedPermission }) {
  const tags = Object.entries(row.tags ?? {}).map(([key, value]) => `${key}=${String(value)}`)
  const agents = (row.agents ?? []).map((agent) => `agent ${agent}`)
  return [...tags, ...agents].map((text) => <Tag key={text}>{text}</Tag>)
}

/** The columns of the list; the narrower the window, the fewer. */
export const permissionColumns = ({
  widthPx,
  nowMs,
  nameOf,
  onOpen,
  decidesHere,
}: ColumnsOptions): Column<ListedPermission>[] => [
  { id: 'subject', header: 'Subject', cell: (row) => <Subject row={row} onOpen={onOpen} decidesHere={decidesHere} /> },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => (
      <span className="permission-action">
        {row.deny ? <Tag tone="outline">deny</Tag> : null}
        <code>{row.action}</code>
      </span>
    ),
  },
  {
    id: 'resource',
    header: 'Resource',
    cell: (row) => (
      <span className={row.object_selector === null ? 'permission-resource' : 'permission-resource mono'}>
        <MiddleCut text={resourceText(row, nameOf)} />
        <Narrowing row={row} />
      </span>
    ),
  },
  ...(widthPx < 1_000
    ? []
    : [
        {
          id: 'until',
          header: 'Expires',
          width: '8rem',
          cell: (row: ListedPermission) =>
            hasEnded(row, nowMs) ? (
              <span className="faint">
                ended <Moment at={row.until} />
              </span>
            ) : (
              <Moment at={row.until} />
            ),
        },
        { id: 'description', header: 'Description', cell: (row: ListedPermission) => row.description ?? '' },
        {
          id: 'created_by',
          header: 'Created By',
          width: '9rem',
          cell: (row: ListedPermission) => (row.created_by ? nameOf('person', row.created_by) : ''),
        },
        {
          id: 'updated',
          header: 'Updated',
          align: 'end' as const,
          width: '5rem',
          cell: (row: ListedPermission) => <Age at={row.updated_at} />,
        },
        {
          id: 'created',
          header: 'Created',
          align: 'end' as const,
          width: '5rem',
          cell: (row: ListedPermission) => <Age at={row.created_at} />,
        },
      ]),
]
