import { Play } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { stringify } from 'yaml'
import { z } from 'zod'
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
import { linkTo, routes } from '#client/lib/routes.ts'
import { isBackendEmbedded } from '#client/lib/user-accounts.ts'
import { useUnsaved } from '#client/lib/unsaved.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/callout.tsx'
import { CodeEditor } from '#client/ui/editor/code-editor.tsx'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { ErrorPanel } from '#client/ui/error-panel.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Page } from '#client/ui/page.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { checkPlaybookSpec, playbookJsonSchema } from './spec-schema.ts'
import './spec-editor.css'

const RunDialog = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-dialog.tsx')).RunDialog,
}))

const crumbs = [{ label: 'Playbooks', href: routes.playbooks }]
const firstSpec = 'title: New playbook\nactions:\n  - name: first\n    exec:\n      script: |\n        date\n'
const textOf = ({ spec }: Pick<Playbook, 'spec'>) => stringify(spec)
const draftSchema = z.object({ name: z.string(), text: z.string() })
const specSchema = z.record(z.string(), z.unknown())

type Trouble =
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'conflict'; readonly theirs: Playbook }

/**
 * The spec of a playbook as YAML: completed, checked while typing, saved over the version that was read. What somebody else saves is
 * shown at once where nothing was typed, and beside what was typed otherwise.
 */
export function SpecEditor({ playbook: opened }: { readonly playbook: Playbook | null }) {
  const [playbook, setPlaybook] = useState(opened)
  const saved = playbook === null ? firstSpec : textOf(playbook)
  const draft = useDraft(
    { key: `playbook ${playbook?.id ?? 'new'}`, version: 1, schema: draftSchema },
    { name: '', text: saved },
  )
  const { name, text } = draft.value
  const { value, problems } = useMemo(() => readSpec(text, checkPlaybookSpec), [text])
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const session = useSession()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const about = playbook === null ? {} : { about: { playbook: { id: playbook.id } } }
  const mayWrite = useAllowed('write', 'playbooks', about)
  const mayExec = useAllowed('write', 'exec')
  const mayRun = useAllowed('playbook:run', 'playbook_runs', about)
  const [first] = problems
  const isExecChange = isBackendEmbedded() && first === undefined && changesExec('playbooks', playbook?.spec, value)
  const noExec = isExecChange ? mayExec.reason : undefined
  const isOwn = playbook === null || isEditable(playbook)
  const isChanged = playbook === null ? draft.isDraft : text !== saved
  const isNamed = playbook !== null || name.trim() !== ''
  const canSave =
    isOwn && mayWrite.allowed && noExec === undefined && isChanged && isNamed && first === undefined && !isSaving
  useUnsaved(isChanged)

  const [read, setRead] = useState(opened)
  if (opened !== read && !isSaving) {
    setRead(opened)
    if (opened !== null && playbook !== null && opened.updated_at !== playbook.updated_at) {
      if (isChanged) setTrouble({ is: 'conflict', theirs: opened })
      else setPlaybook(opened)
    }
  }

  const keep = async (over: Playbook | null) => {
    const spec = specSchema.parse(value)
    if (over === null) {
      const id = await createPlaybook(name.trim(), spec, session?.user.id ?? '')
      draft.clear()
      await client.invalidateQueries({ queryKey: playbooksKey })
      showToast('success', 'Playbook created')
      navigate(id === null ? routes.playbooks : linkTo(routes.playbook, { id }), { replace: true })
      return
    }
    const isSaved = await savePlaybook(over, spec)
    // A question that is under way may have been asked before.
    await client.cancelQueries({ queryKey: playbookQuery(over.id).queryKey })
    const now = await client.fetchQuery({ ...playbookQuery(over.id), staleTime: 0 })
    if (now === null) throw new Error('The playbook was deleted meanwhile. What you typed is still here.')
    if (!isSaved) {
      setTrouble({ is: 'conflict', theirs: now })
      return
    }
    setPlaybook(now)
    draft.clear()
    await client.invalidateQueries({ queryKey: ['playbooks', 'all'] })
    showToast('success', 'Playbook saved')
  }
  const save = async (over: Playbook | null) => {
    if (!canSave) return
    setSaving(true)
    setTrouble(null)
    try {
      await keep(over)
    } catch (error) {
      setTrouble({ is: 'failed', error })
    } finally {
      setSaving(false)
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
              disabled={!mayRun.allowed}
              disabledReason={
                mayRun.reason ??
                (isChanged ? 'Save or discard the changes first: a run takes the saved spec.' : undefined)
              }
              onClick={() => setRunning(true)}
            >
              Run
            </Button>
          )}
          {isOwn ? (
            <>
              <Button disabled={!draft.isDraft || isSaving} onClick={draft.clear}>
                Discard
              </Button>
              <Button
                look="primary"
                disabled={!canSave}
                disabledReason={mayWrite.reason ?? noExec}
                onClick={() => void save(playbook)}
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
      {trouble?.is === 'failed' ? (
        <ErrorPanel error={trouble.error} detailsHidden meaning="Nothing was saved. What you typed is still here." />
      ) : null}
      {trouble?.is === 'conflict' ? (
        <Callout
          bar
          tone="warn"
          title="Somebody else saved this playbook meanwhile."
          actions={
            <>
              <Button
                onClick={() => {
                  setPlaybook(trouble.theirs)
                  draft.clear()
                  setTrouble(null)
                }}
              >
                Take theirs
              </Button>
              <Button onClick={() => void save(trouble.theirs)}>Save mine over it</Button>
            </>
          }
        >
          Nothing was saved. The changes beside the editor are yours against theirs.
        </Callout>
      ) : null}
      {playbook === null ? (
        <div className="spec-name">
          <Field label="Name" help="Lowercase, unique; cannot be changed later.">
            {({ id, describedBy }) => (
              <input
                id={id}
                className="bp6-input"
                aria-describedby={describedBy}
                value={name}
                onChange={(event) => draft.change({ name: event.currentTarget.value, text })}
              />
            )}
          </Field>
        </div>
      ) : null}
      <div className="spec-body">
        <CodeEditor
          label="Spec"
          value={text}
          schema={playbookJsonSchema}
          check={checkPlaybookSpec}
          readOnly={!isOwn || !mayWrite.allowed}
          onChange={(next) => draft.change({ name, text: next })}
          onSave={() => void save(playbook)}
        />
        {isChanged && playbook !== null ? (
          <TextDiff label="Changes" before={trouble?.is === 'conflict' ? textOf(trouble.theirs) : saved} after={text} />
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
