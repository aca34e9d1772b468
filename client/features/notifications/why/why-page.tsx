import { useQueryClient } from '@tanstack/react-query'
import { sendTable } from '#shared/notifications/notification-topics.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceMenu } from '#client/ui/form/choice-menu.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { DecisionList } from './decision-list.tsx'
import '#client/features/notifications/notifications.css'
import './why.css'

const scopeOptions = [
  { value: 'all', label: 'Everything visible to me' },
  { value: 'me', label: 'Events for me' },
] as const

const showEverything = () =>
  changeQuery((params) => {
    params.delete('resource_id')
    params.delete('send_id')
  })

const decisionsKey = ['notifications', 'decisions'] as const

export function WhyPage() {
  const params = useQueryParams()
  const me = useSession()?.user.id
  const client = useQueryClient()
  const resourceId = params.get('resource_id') ?? ''
  const sendId = params.get('send_id') ?? ''
  const isMine = params.get('whose') === 'me'
  useTableChanges(sendTable, decisionsKey)
  const question = {
    ...(resourceId !== '' && { resource_id: resourceId }),
    ...(sendId !== '' && { send_id: sendId }),
    ...(isMine && me !== undefined && { person_id: me }),
  }
  const isNarrowed = resourceId !== '' || sendId !== ''
  return (
    <Page
      title="Why was I notified?"
      refresh={{ busy: false, onRefresh: () => void client.invalidateQueries({ queryKey: decisionsKey }) }}
    >
      <NotificationTabs selected={routes.notificationWhy} />
      <ListHead
        filters={
          <>
            <ChoiceMenu
              label="Scope"
              value={isMine ? 'me' : 'all'}
              options={scopeOptions}
              onChange={(value) =>
                changeQuery((next) => (value === 'me' ? next.set('whose', value) : next.delete('whose')))
              }
            />
            {isNarrowed ? (
              <Button look="minimal" onClick={showEverything}>
                {sendId === '' ? 'One resource' : 'One notification'}: show all
              </Button>
            ) : null}
          </>
        }
        facts={['Decisions at the time of the event, newest first']}
      />
      <DecisionList question={question} />
    </Page>
  )
}
