import { Play } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useLocation } from 'wouter'
import { stringify } from 'yaml'
import { changesExec } from '#shared/access/exec-parts.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import {
  createPlaybook,
  isEditable,
  playbookQuery,
  playbooksKey,
  savePlaybook,
  titleOfPlaybook,
  type Playbook,
} from '#client/features/playbooks/playbook-api.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { CodeEditor } from '#client/ui/editor/code-editor.tsx'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { playbookSchema, specFormSchema } from './spec-form.ts'
import { checkPlaybookSpec, playbookJsonSchema } from './spec-schema.ts'
import './spec-editor.css'

const RunDialog = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-dialog.tsx')).RunDialog,
}))

const crumbs = [{ label: 'Playbooks', href: routes.playbooks }]
const firstSpec = 'title: New playbook\nactions:\n  - name: first\n    exec:\n      script: |\n        date\n'
const textOf = ({ spec }: Pick<Playbook, 'spec'>) => stringify(spec)

type Answer =
  | { readonly kind: 'created'; readonly id: string | null }
  | { readonly kind: 'saved'; readonly now: Playbook }
  | { readonly kind: 'conflict' }

/**
 * The spec of a playbook as YAML: completed, checked while typing, saved over the version that was read. What somebody else saves is
 * shown at once where nothing was typed, and beside what was typed otherwise.
 */
export function SpecEditor({ playbook: opened }: { readonly playbook: Playbook | null }) {
  const [playbook, setPlaybook] = useState(opened)
  const saved = playbook === null ? firstSpec : textOf(playbook)
  /** What somebody else saved meanwhile. */
  const [theirs, setTheirs] = useState<Playbook | null>(null)
  /** Theirs, once the next save may replace it. */
  const over = useRef<Playbook | null>(null)
  const [isRunning, setRunning] = useState(false)
  const session = useSession()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { form, isChanged, isSaving, error, submit, giveUp } = useEditForm({
    schema: playbookSchema,
    initial: { name: '', text: saved },
    draft: { key: `playbook ${playbook?.id ?? 'new'}`, version: 1, schema: specFormSchema },
    save: async ({ name, text: spec }): Promise<Answer> => {
      const before = over.current ?? playbook
      over.current = null
      if (before === null) {
        const id = await createPlaybook(name, spec, session?.user.id ?? '')
        await client.invalidateQueries({ queryKey: playbooksKey })
        return { kind: 'created', id }
      }
      const isWritten = await savePlaybook(before, spec)
      // A question that is under way may have been asked before.
      await client.cancelQueries({ queryKey: playbookQuery(before.id).queryKey })
      const now = await client.fetchQuery({ ...playbookQuery(before.id), staleTime: 0 })
      if (now === null) throw new Error('The playbook was deleted meanwhile. What you typed is still here.')
      if (!isWritten) setTheirs(now)
      return isWritten ? { kind: 'saved', now } : { kind: 'conflict' }
    },
    isSaved: ({ kind }) => kind !== 'conflict',
    onSaved: (done) => {
      if (done.kind === 'created') {
        showToast('success', 'Playbook created')
        navigate(done.id === null ? routes.playbooks : linkTo(routes.playbook, { id: done.id }), { replace: true })
      }
      if (done.kind !== 'saved') return
      setPlaybook(done.now)
      void client.invalidateQueries({ queryKey: ['playbooks', 'all'] })
      showToast('success', 'Playbook saved')
    },
  })
  const { field: spec } = useController({ control: form.control, name: 'text' })
  const text = spec.value
  const { value, problems } = useMemo(() => readSpec(text, checkPlaybookSpec), [text])
  const about = playbook === null ? {} : { about: { playbook: { id: playbook.id } } }
  const canWrite = useAllowed('write', 'playbooks', about)
  const canExec = useAllowed('write', 'exec')
  const canRun = useAllowed('playbook:run', 'playbook_runs', about)
  const [first] = problems
  const isExecChange = isBackendEmbedded() && first === undefined && changesExec('playbooks', playbook?.spec, value)
  const noExec = isExecChange ? canExec.reason : undefined
  const isOwn = playbook === null || isEditable(playbook)
  const isNamed = playbook !== null || form.watch('name').trim() !== ''
  const canSave = isOwn && canWrite.allowed && noExec === undefined && isChanged && isNamed && first === undefined
  const save = () => {
    if (!canSave) return
    setTheirs(null)
    submit()
  }

  const [read, setRead] = useState(opened)
  if (opened !== read && !isSaving) {
    setRead(opened)
    if (opened !== null && playbook !== null && opened.updated_at !== playbook.updated_at) {
      if (isChanged) setTheirs(opened)
      else setPlaybook(opened)
    }
  }

  return (
    <Page title={playbook === null ? 'New playbook' : titleOfPlaybook(playbook)} crumbs={crumbs}>
      <div className="spec-bar">
        {first === undefined && noExec === undefined ? (
          <span className="faint">YAML, checked against playbook-spec</span>
        ) : first === undefined ? (
          <span className="spec-problem" role="status">
            <StateMark state="unhealthy" label="" /> {noExec}
          </span>
        ) : (
          <span className="spec-problem" role="status">
            <StateMark state="unhealthy" label="" /> {problems.length === 1 ? '1 error' : `${problems.length} errors`},
            line {first.line}: {first.message}
          </span>
        )}
        <span className="spec-buttons">
          {playbook === null ? null : (
            <Button
              icon={<Play size={14} />}
              disabled={!canRun.allowed}
              disabledReason={
                canRun.reason ??
                (isChanged ? 'Save or discard the changes first: a run takes the saved spec.' : undefined)
              }
              onClick={() => setRunning(true)}
            >
              Run
            </Button>
          )}
          {isOwn ? (
            <>
              <Button disabled={!isChanged || isSaving} onClick={giveUp}>
                Discard
              </Button>
              <Button
                look="primary"
                disabled={!canSave || isSaving}
                disabledReason={canWrite.reason ?? noExec}
                onClick={save}
              >
                {isSaving ? 'Saving ...' : playbook === null ? 'Create playbook' : 'Save playbook'}
              </Button>
            </>
          ) : null}
        </span>
      </div>
      {isOwn ? null : (
        <Callout bar tone="info" title="Read only.">
          Managed by a file ({playbook.source}); edit it there.
        </Callout>
      )}
      {error === null ? null : (
        <ErrorPanel error={error} detailsHidden meaning="Nothing was saved. What you typed is still here." />
      )}
      {theirs === null ? null : (
        <Callout
          bar
          tone="warn"
          title="Somebody else saved this playbook meanwhile."
          actions={
            <>
              <Button
                onClick={() => {
                  setPlaybook(theirs)
                  setTheirs(null)
                  giveUp()
                }}
              >
                Take theirs
              </Button>
              <Button
                onClick={() => {
                  over.current = theirs
                  save()
                }}
              >
                Save mine over it
              </Button>
            </>
          }
        >
          Nothing was saved. The changes beside the editor are yours against theirs.
        </Callout>
      )}
      {playbook === null ? (
        <div className="spec-name">
          <EditForm label="Create playbook" isSaving={isSaving} onSubmit={save}>
            <TextField
              control={form.control}
              name="name"
              label="Name"
              help="Lower case, unique among playbooks; it stays when the title changes."
            />
          </EditForm>
        </div>
      ) : null}
      <div className="spec-body">
        <CodeEditor
          label="Spec"
          value={text}
          schema={playbookJsonSchema}
          check={checkPlaybookSpec}
          readOnly={!isOwn || !canWrite.allowed}
          onChange={spec.onChange}
          onSave={save}
        />
        {isChanged && playbook !== null ? (
          <TextDiff label="Changes" before={theirs === null ? saved : textOf(theirs)} after={text} />
        ) : null}
      </div>
      {isRunning && playbook !== null ? (
        <Suspense fallback={null}>
          <RunDialog playbook={playbook} onClose={() => setRunning(false)} />
        </Suspense>
      ) : null}
    </Page>
  )
}
