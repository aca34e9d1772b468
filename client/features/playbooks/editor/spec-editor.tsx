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
 * What is typed into the spec of a playbook, over which version it is saved, and what somebody else saved meanwhile: that is taken at
 * once where nothing was typed.
 */
const useSpecForm = (opened: Playbook | null) => {
  const [playbook, setPlaybook] = useState(opened)
  const saved = playbook === null ? firstSpec : textOf(playbook)
  /** What somebody else saved meanwhile. */
  const [theirs, setTheirs] = useState<Playbook | null>(null)
  /** Theirs, once the next save may replace it. */
  const over = useRef<Playbook | null>(null)
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
  const [read, setRead] = useState(opened)
  if (opened !== read && !isSaving) {
    setRead(opened)
    if (opened !== null && playbook !== null && opened.updated_at !== playbook.updated_at) {
      if (isChanged) setTheirs(opened)
      else setPlaybook(opened)
    }
  }

  return {
    playbook,
    saved,
    theirs,
    form,
    isChanged,
    isSaving,
    error,
    giveUp,
    send: () => {
      setTheirs(null)
      submit()
    },
    takeTheirs: () => {
      setPlaybook(theirs)
      setTheirs(null)
      giveUp()
    },
    /** The next save is over theirs. */
    saveOver: () => {
      over.current = theirs
    },
  }
}

/** What is wrong with the spec, and which rights it takes. */
const useSpecRights = ({ playbook, form, isChanged }: ReturnType<typeof useSpecForm>, text: string) => {
  const { value, problems } = useMemo(() => readSpec(text, checkPlaybookSpec), [text])
  const about = playbook === null ? {} : { about: { playbook: { id: playbook.id } } }
  const canWrite = useAllowed('write', 'playbooks', about)
  const canExec = useAllowed('write', 'exec')
  const canRun = useAllowed('playbook:run', 'playbook_runs', about)
  const isExecChange = isBackendEmbedded() && problems.length === 0 && changesExec('playbooks', playbook?.spec, value)
  const noExec = isExecChange ? canExec.reason : undefined
  const isOwn = playbook === null || isEditable(playbook)
  const isNamed = playbook !== null || form.watch('name').trim() !== ''
  const canSave = isOwn && canWrite.allowed && noExec === undefined && isChanged && isNamed && problems.length === 0
  return { problems, canWrite, canRun, noExec, isOwn, canSave }
}
type SpecRights = ReturnType<typeof useSpecRights>

/** Whether the spec can be saved, and why not. */
function SpecWords({ problems, noExec }: Pick<SpecRights, 'problems' | 'noExec'>) {
  const [first] = problems
  if (first === undefined && noExec === undefined)
    return <span className="faint">YAML, checked against playbook-spec</span>
  const count = problems.length === 1 ? '1 error' : `${problems.length} errors`
  return (
    <span className="spec-problem" role="status">
      <StateMark state="unhealthy" label="" />{' '}
      {first === undefined ? noExec : `${count}, line ${first.line}: ${first.message}`}
    </span>
  )
}

interface SpecButtonsProps {
  readonly editor: ReturnType<typeof useSpecForm>
  readonly rights: SpecRights
  readonly onRun: () => void
  readonly onSave: () => void
}

function SpecButtons({ editor, rights, onRun, onSave }: SpecButtonsProps) {
  const { playbook, isChanged, isSaving, giveUp } = editor
  const { canRun, canWrite, canSave, isOwn, noExec } = rights
  return (
    <span className="spec-buttons">
      {playbook === null ? null : (
        <Button
          icon={<Play size={14} />}
          disabled={!canRun.allowed}
          disabledReason={
            canRun.reason ?? (isChanged ? 'Save or discard the changes first: a run takes the saved spec.' : undefined)
          }
          onClick={onRun}
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
            onClick={onSave}
          >
            {isSaving ? 'Saving ...' : playbook === null ? 'Create playbook' : 'Save playbook'}
          </Button>
        </>
      ) : null}
    </span>
  )
}

function RivalSave({ editor, onSave }: Pick<SpecButtonsProps, 'editor' | 'onSave'>) {
  return (
    <Callout
      bar
      tone="warn"
      title="Somebody else saved this playbook meanwhile."
      actions={
        <>
          <Button onClick={editor.takeTheirs}>Take theirs</Button>
          <Button
            onClick={() => {
              editor.saveOver()
              onSave()
            }}
          >
            Save mine over it
          </Button>
        </>
      }
    >
      Nothing was saved. The changes beside the editor are yours against theirs.
    </Callout>
  )
}

interface SpecEditorProps {
  readonly playbook: Playbook | null
  /** Stands above the editor. */
  readonly head?: React.ReactNode
  /** Stands in the place of the editor, which keeps what was typed; null while the editor itself does. */
  readonly beside?: React.ReactNode
}

/** The spec of a playbook as YAML: completed, checked while typing, saved over the version that was read. */
export function SpecEditor({ playbook: opened, head, beside }: SpecEditorProps) {
  const editor = useSpecForm(opened)
  const { playbook, saved, theirs, form, isChanged, isSaving, error } = editor
  const [isRunning, setRunning] = useState(false)
  const { field: spec } = useController({ control: form.control, name: 'text' })
  const rights = useSpecRights(editor, spec.value)
  const { isOwn, canWrite, canSave } = rights
  const save = () => {
    if (canSave) editor.send()
  }
  return (
    <Page title={playbook === null ? 'New playbook' : titleOfPlaybook(playbook)} crumbs={crumbs}>
      {head}
      {beside}
      <div className="spec-whole" hidden={beside !== null && beside !== undefined}>
        <div className="spec-bar">
          <SpecWords problems={rights.problems} noExec={rights.noExec} />
          <SpecButtons editor={editor} rights={rights} onRun={() => setRunning(true)} onSave={save} />
        </div>
        {playbook === null || isOwn ? null : (
          <Callout bar tone="info" title="Read only.">
            Managed by a file ({playbook.source}); edit it there.
          </Callout>
        )}
        {error === null ? null : (
          <ErrorPanel error={error} detailsHidden meaning="Nothing was saved. What you typed is still here." />
        )}
        {theirs === null ? null : <RivalSave editor={editor} onSave={save} />}
        {playbook === null ? (
          <div className="spec-name">
            <EditForm label="Create playbook" isSaving={isSaving} onSubmit={save}>
              <TextField
                control={form.control}
                name="name"
                label="Name"
                help="Lower case, unique among playbooks. Changing the title does not change it."
              />
            </EditForm>
          </div>
        ) : null}
        <div className="spec-body">
          <CodeEditor
            label="Spec"
            value={spec.value}
            schema={playbookJsonSchema}
            check={checkPlaybookSpec}
            readOnly={!isOwn || !canWrite.allowed}
            onChange={spec.onChange}
            onSave={save}
          />
          {isChanged && playbook !== null ? (
            <TextDiff label="Changes" before={theirs === null ? saved : textOf(theirs)} after={spec.value} />
          ) : null}
        </div>
      </div>
      {isRunning && playbook !== null ? (
        <Suspense fallback={null}>
          <RunDialog playbook={playbook} onClose={() => setRunning(false)} />
        </Suspense>
      ) : null}
    </Page>
  )
}
