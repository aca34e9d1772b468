import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { Help, Plus } from '@blueprintjs/icons'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { subjectTypes } from '#shared/access/grant.ts'
import { permissionTable } from '#shared/settings/permissions-topic.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { toOrigin } from '#client/features/settings/resources/resource-source.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { DeleteDialog } from '#client/ui/feedback/delete-dialog.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { EffectPreview } from './effect-preview.tsx'
import { permissionColumns } from './permission-columns.tsx'
import { newPermission, PermissionEditor } from './permission-editor.tsx'
import { permissionActions } from './permission-form.ts'
import { permissionFacts } from './permission-labels.ts'
import {
  deletePermission,
  listPermissions,
  namesQuery,
  newestFirst,
  permissionQuery,
  permissionsKey,
  permissionsQuery,
  type ListedPermission,
  type NameList,
} from './permissions-api.ts'
import { WhyPanel } from './why-panel.tsx'
import './permissions.css'

const nameKinds = ['person', 'config', 'component', 'playbook', 'connection', 'canary'] as const satisfies NameList[]
const option = (value: string) => ({ value, label: value })
const choices = [
  {
    key: 'subject',
    label: 'Subject',
    options: [{ value: '', label: 'All' }, ...subjectTypes.map(option)],
  },
  {
    key: 'action',
    label: 'Action',
    options: [{ value: '', label: 'All' }, ...permissionActions.map(option)],
  },
]
const clockMs = 30_000
const getId = ({ id }: ListedPermission) => id

const closeWhy = () =>
  changeQuery((params) => {
    for (const key of ['why', 'person', 'do', 'on', 'playbook', 'config', 'component', 'canary', 'connection'])
      params.delete(key)
  })

const useNames = () => {
  const lists = useQueries({ queries: nameKinds.map((kind) => namesQuery(kind)) })
  return (kind: string, id: string): string => {
    const at = nameKinds.findIndex((each) => each === kind)
    return lists[at]?.data?.find((each) => each.id === id)?.name ?? id
  }
}

function DeletionEffect({ id, nowMs }: { readonly id: string; readonly nowMs: number }) {
  const { data: before } = useQuery(permissionQuery(id))
  return before == null ? null : <EffectPreview change={{ before, after: null }} isOpen={false} nowMs={nowMs} />
}

const usePermissions = (nowMs: number, onOpen: (id: string) => void) => {
  const [search] = useQueryState('search')
  const [subjectType] = useQueryState('subject')
  const [action] = useQueryState('action')
  const [{ sorting }] = useTableState()
  useTableChanges(permissionTable, permissionsKey)
  const findName = useNames()
  const permissionFilter = { search, subjectType, action, sorting }
  const source = useQueriedList({
    queryKey: [...permissionsKey, 'page', permissionsQuery(permissionFilter)],
    columns: permissionColumns({ nowMs, findName, onOpen, decidesHere: isBackendEmbedded() }),
    getKey: getId,
    read: (range, signal) => listPermissions(permissionFilter, range, signal),
    usual: newestFirst,
    failsAloud: true,
  })
  return { permissionFilter, source }
}

function Filters({ isExplaining, onAsk }: { readonly isExplaining: boolean; readonly onAsk: () => void }) {
  return (
    <>
      <SelectFilters
        search={{ label: 'Search permissions', placeholder: 'Search subject, action or resource', debounceMs: 300 }}
        choices={choices}
      />
      <Button icon={<Help />} active={isExplaining} onClick={isExplaining ? closeWhy : onAsk}>
        Explain access
      </Button>
    </>
  )
}

const bulk: Bulk<ListedPermission> = {
  one: 'permission',
  many: 'permissions',
  getName: ({ action, object }) => `${action} ${object ?? ''}`,
  actions: [
    {
      label: 'Delete',
      done: 'deleted',
      consequence: 'Access changes immediately.',
      isPossible: (row) => toOrigin(row).kind === 'console',
      act: ({ id }) => deletePermission(id),
    },
  ],
}

export function PermissionsPage() {
  const [openId, setOpenId] = useQueryState('id')
  const [why, setWhy] = useQueryState('why')
  const [isConfirmingDelete, setIsConfirmingDelete] = useState(false)
  const self = useSession()?.user.id ?? ''
  const { allowed: canAdd } = useAllowed('create', 'permissions')
  const { allowed: canDelete } = useAllowed('delete', 'permissions')
  const nowMs = useServerNow(clockMs)
  const client = useQueryClient()
  const { permissionFilter, source } = usePermissions(nowMs, setOpenId)
  return (
    <Page
      title="Permissions"
      views={<ViewMenu table="permissions" />}
      crumbs={settingsCrumbs}
      refresh={{ busy: source.reading.isBusy, onRefresh: source.reading.refresh }}
    >
      <RejectedDocuments kinds={['Permission', 'PermissionGroup']} />
      <div className="panel-area permissions" data-panel={why === '' ? undefined : ''}>
        <div className="panel-area-main">
          <ListFrame
            table="permissions"
            label="Permissions"
            source={source}
            getKey={getId}
            filters={<Filters isExplaining={why !== ''} onAsk={() => setWhy('1')} />}
            action={
              canAdd ? (
                <Button look="primary" icon={<Plus />} onClick={() => setOpenId(newPermission)}>
                  Add
                </Button>
              ) : undefined
            }
            bulk={canDelete ? bulk : null}
            facts={source.total === null ? [] : permissionFacts(source.rows, source.total, nowMs)}
            apiPath={`/api/db/permissions_summary?${new URLSearchParams(permissionsQuery(permissionFilter)).toString()}`}
            nothing={{
              isFiltered: permissionFilter.search + permissionFilter.subjectType + permissionFilter.action !== '',
              noMatch: 'No permissions match',
              empty: {
                title: 'No permissions yet',
                text: 'Access is by role only. A permission grants or denies a team, person or notification something in addition.',
              },
            }}
          />
        </div>
        {why === '' ? null : <WhyPanel self={self} onOpen={setOpenId} onClose={closeWhy} />}
      </div>
      {openId === '' || isConfirmingDelete ? null : (
        <PermissionEditor
          key={openId}
          id={openId}
          onDone={() => setOpenId('')}
          onDelete={() => setIsConfirmingDelete(true)}
        />
      )}
      {isConfirmingDelete && openId !== '' ? (
        <DeleteDialog
          noun="permission"
          onDelete={() => deletePermission(openId)}
          onDeleted={() => {
            void client.invalidateQueries({ queryKey: permissionsKey })
            setOpenId('')
          }}
          onClose={() => setIsConfirmingDelete(false)}
        >
          <DeletionEffect id={openId} nowMs={nowMs} />
        </DeleteDialog>
      ) : null}
    </Page>
  )
}
