import type { Sorting } from '#client/lib/address/table-state.ts'
import {
  getPlaybookDescription,
  getPlaybookCategory,
  getPlaybookTitle,
  type Playbook,
} from '#client/features/playbooks/playbook-api.ts'
import { formatStatus } from '#client/domain/playbooks/run-state.ts'
import type { TextColumn } from '#client/ui/table/text-column.ts'
import type { CardHistory } from './card-history.ts'

export const playbookTexts = (histories: ReadonlyMap<string, CardHistory>): readonly TextColumn<Playbook>[] => [
  { id: 'title', title: 'Title', text: getPlaybookTitle },
  { id: 'name', title: 'Name', text: ({ name }) => name },
  { id: 'category', title: 'Category', text: getPlaybookCategory },
  { id: 'description', title: 'Description', text: (playbook) => getPlaybookDescription(playbook) || null },
  { id: 'last_run', title: 'Last run', text: ({ id }) => histories.get(id)?.newest.created_at ?? null },
  {
    id: 'last_status',
    title: 'Last run status',
    text: ({ id }) => {
      const last = histories.get(id)
      return last === undefined ? null : formatStatus(last.newest.status)
    },
  },
  { id: 'source', title: 'Source', text: ({ source }) => source || null },
  { id: 'created_by', title: 'Created By', text: (playbook) => playbook.created_by?.name ?? null },
  { id: 'updated', title: 'Updated At', text: (playbook) => playbook.updated_at || null },
]

export const byTitle: Sorting = { id: 'title', desc: false }

export const playbookOrders = {
  title: { label: 'title', sorting: byTitle },
  last_run: { label: 'last run', sorting: { id: 'last_run', desc: true } },
  updated: { label: 'last updated', sorting: { id: 'updated', desc: true } },
} as const satisfies Record<string, { label: string; sorting: Sorting }>
export type PlaybookOrder = keyof typeof playbookOrders

export const toPlaybookOrder = (sorting: Sorting | null): PlaybookOrder =>
  sorting?.id === 'last_run' || sorting?.id === 'updated' ? sorting.id : 'title'
