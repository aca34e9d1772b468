import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { describeSendReason, sendState, sendResourceName } from './send-labels.ts'
import type { Send } from './sends-api.ts'

export const sendColumns = (onOpen: (id: string) => void): readonly ListColumn<Send>[] => [
  {
    id: 'state',
    title: 'State',
    rank: 0,
    width: 56,
    text: ({ status }) => sendState(status),
    cell: ({ status }) => <StateMark state={sendState(status)} label={status ?? ''} />,
  },
  {
    id: 'thing',
    title: 'Resource',
    rank: 0,
    minWidth: 180,
    text: sendResourceName,
    cell: (send) => (
      <button type="button" className="send-open cut" onClick={() => onOpen(send.id)}>
        {sendResourceName(send)}
      </button>
    ),
  },
  plainColumn(({ source_event: event }) => event, {
    id: 'event',
    title: 'Event',
    rank: 1,
    width: 160,
    isSortable: true,
    className: 'mono dim',
  }),
  {
    id: 'status',
    title: 'Status',
    rank: 1,
    width: 144,
    isSortable: true,
    text: ({ status }) => status,
    cell: ({ status, count }) => (
      <span>
        {status}
        {count > 1 ? <span className="faint"> ×{count}</span> : null}
      </span>
    ),
  },
  plainColumn(({ recipient }) => recipient, {
    id: 'recipient',
    title: 'Recipient',
    rank: 3,
    width: 160,
    isSortable: true,
    className: 'cut',
  }),
  {
    id: 'why',
    title: 'Message or reason',
    rank: 2,
    minWidth: 240,
    text: (send) => describeSendReason(send) || (send.payload?.title ?? null),
    cell: (send) => (
      <span className={send.status === 'error' ? 'bad-text cut' : 'cut'} title={describeSendReason(send)}>
        {describeSendReason(send) || send.payload?.title || send.body?.split('\n')[0]}
      </span>
    ),
  },
  ageColumn(({ created_at: at }) => at, { id: 'age', title: 'Age', rank: 0, isSortable: true }),
]
