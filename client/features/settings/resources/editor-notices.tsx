import { useMemo } from 'react'
import { Link } from 'wouter'
import { AgentMark } from '#client/domain/agents/agent-mark.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { plainSecretsIn } from './plain-secrets.ts'
import type { EditedKind } from './edited-kinds.ts'
import type { ResourceOrigin } from './resource-source.ts'
import type { ResourceEditorState } from './use-resource-editor.ts'

interface EditorNoticesProps {
  readonly kind: EditedKind
  readonly editor: ResourceEditorState
  readonly origin: ResourceOrigin
  /** The agent that reports it; null if none does. */
  readonly agentId: string | null | undefined
  readonly isDeleted: boolean
  readonly missingRight: string | undefined
  readonly isSchemaMissing: boolean
}

export function EditorNotices({
  kind,
  editor,
  origin,
  agentId,
  isDeleted,
  missingRight,
  isSchemaMissing,
}: EditorNoticesProps) {
  const { state, send, rival, isChanged, execRejection } = editor
  const isMissing = state.matches('gone') || (isDeleted && editor.base !== null)
  const { error, draft, dryRunResult } = state.context
  const plain = useMemo(() => plainSecretsIn(editor.value), [editor.value])
  return (
    <>
      {origin.kind === 'console' ? null : (
        <Callout bar tone="info" title="Linked to">
          {origin.href === null ? origin.label : <Link href={origin.href}>{origin.label}</Link>}
          {'. It is read-only here; edit it there. '}
          <AgentMark agentId={agentId} />
        </Callout>
      )}
      {origin.kind === 'console' && missingRight !== undefined ? (
        <Callout bar tone="info" title="Read-only.">
          {missingRight}
        </Callout>
      ) : null}
      {isSchemaMissing ? (
        <Callout bar tone="info">
          The backend has no schema for this spec. It is validated on save.
        </Callout>
      ) : null}
      {plain.length === 0 ? null : (
        <Callout bar tone="warn" title="Possible secret in plain text.">
          {plain.map(({ path, looksLike }) => `${path} contains ${looksLike}`).join('; ')}. Everyone who can read this
          spec sees it. Move it to a connection, or reference a key of a Secret.
        </Callout>
      )}
      <RestoredNotice editor={editor} />
      {execRejection === undefined ? null : (
        <Callout bar tone="warn">
          {execRejection}
        </Callout>
      )}
      {isMissing ? (
        <Callout
          bar
          tone="warn"
          title={`Another user deleted this ${kind.noun}.`}
          actions={
            state.matches('gone') ? (
              <Button onClick={() => send({ type: 'editor.recreate' })}>{`Create a new ${kind.noun} from it`}</Button>
            ) : undefined
          }
        >
          Your input is still here.
        </Callout>
      ) : rival !== null && isChanged && state.matches('editing') ? (
        <Callout
          bar
          tone="warn"
          title={`Another user saved this ${kind.noun} while you were editing.`}
          actions={<Button onClick={() => send({ type: 'rival.save', theirs: rival })}>Merge</Button>}
        >
          Your changes are based on the previous version.
        </Callout>
      ) : null}
      {error !== null && draft !== null && dryRunResult === null && state.matches('editing') ? (
        <ErrorPanel error={error} meaning="Nothing was saved. Your input is still here." />
      ) : null}
    </>
  )
}

function RestoredNotice({ editor: { restoredAtMs, giveUp } }: Pick<EditorNoticesProps, 'editor'>) {
  if (restoredAtMs === null) return null
  return (
    <Callout
      bar
      tone="info"
      title="Your unsaved changes are restored."
      actions={<Button onClick={giveUp}>Discard changes</Button>}
    >
      They were last typed at <Moment at={new Date(restoredAtMs).toISOString()} />.
    </Callout>
  )
}
