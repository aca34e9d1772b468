import { Plus } from '@blueprintjs/icons'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { sendTable } from '#shared/notifications/notification-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { rulesKey } from '#client/domain/notifications/rules-key.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { ruleColumns } from './rule-columns.tsx'
import { formatRecipient } from './format-recipient.ts'
import { deleteRule, rulesQuery, type Rule } from './rules-api.ts'
import { useRecipientNames } from './use-recipient-names.ts'
import '#client/features/notifications/notifications.css'

const getId = ({ id }: Rule) => id

const listFacts = (rules: readonly Rule[]): readonly string[] => {
  const broken = rules.filter(({ error }) => error !== null).length
  return [...countFact(rules.length, 'rule', 'rules'), ...(broken === 0 ? [] : [`${broken} with errors`])]
}

const bulk: Bulk<Rule> = {
  one: 'rule',
  many: 'rules',
  getName: ({ name }) => name,
  actions: [
    {
      label: 'Delete',
      done: 'deleted',
      consequence: 'These rules stop sending. Sent notifications stay in the list.',
      act: ({ id }) => deleteRule(id),
    },
  ],
}

export function RulesPage() {
  const [search] = useQueryState('search')
  const [opened] = useQueryState('id')
  const [, navigate] = useLocation()
  const [deleted, setDeleted] = useState<Rule | null>(null)
  const { allowed, reason } = useAllowed('write', 'notifications')
  const acts = !useIsWall(routes.notificationRules) && allowed
  const client = useQueryClient()
  const query = useQuery(rulesQuery)
  useTableChanges(sendTable, rulesKey)
  const rules = query.data?.rows ?? []
  const names = useRecipientNames(rules)
  const searchText = search.trim().toLowerCase()
  const source = useWholeList({
    reading: queryReading(query),
    columns: useMemo(() => ruleColumns({ names, onDelete: acts ? setDeleted : null }), [names, acts]),
    rows: rules.filter((rule) =>
      `${rule.name} ${rule.events.join(' ')} ${rule.filter} ${formatRecipient(rule, names)}`
        .toLowerCase()
        .includes(searchText),
    ),
  })
  const confirm = async () => {
    if (deleted === null) return
    await deleteRule(deleted.id)
    showToast('success', 'Notification deleted successfully')
    void client.invalidateQueries({ queryKey: rulesKey })
  }
  if (opened !== '') return <Redirect replace to={linkTo(routes.notificationRule, { id: opened })} />
  return (
    <ListPage
      title="Notification rules"
      above={
        <>
          <NotificationTabs selected={routes.notificationRules} />
          <RejectedDocuments kinds={['Notification']} />
        </>
      }
      table="notification-rules"
      label="Notification rules"
      source={source}
      getKey={getId}
      filters={
        <SelectFilters search={{ label: 'Search rules', placeholder: 'Search name, event, filter or recipient' }} />
      }
      action={
        <Button
          look="primary"
          icon={<Plus />}
          disabled={!allowed}
          disabledReason={reason}
          onClick={() => navigate(linkTo(routes.notificationRule, { id: 'new' }))}
        >
          Add rule
        </Button>
      }
      bulk={acts ? bulk : null}
      facts={query.data === undefined ? [] : listFacts(source.rows)}
      nothing={{
        isFiltered: search !== '',
        noMatch: 'No rules match',
        empty: {
          title: 'No notification rules yet',
          text: 'A rule sends events to a connection, an address, a person, a team or a playbook.',
        },
      }}
    >
      {deleted === null ? null : (
        <ConfirmDialog
          title={`Delete rule ${deleted.name}?`}
          confirmLabel="Delete rule"
          onConfirm={confirm}
          onClose={() => setDeleted(null)}
        >
          This rule stops sending. Sent notifications stay in the list.
        </ConfirmDialog>
      )}
    </ListPage>
  )
}
