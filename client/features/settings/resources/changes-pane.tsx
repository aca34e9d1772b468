import { useWatch } from 'react-hook-form'
import { CommandText } from '#client/domain/playbooks/command-text.tsx'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { OwnParts } from './own-parts.ts'
import type { EditedKind, EditedTable } from './edited-kinds.ts'
import { RulePreview } from './rule-preview.tsx'
import { formatEffect } from './spec-effect.ts'
import { toSpecView, type ResourceEditorState } from './use-resource-editor.ts'

interface ChangesPaneProps {
  readonly kind: EditedKind
  readonly editor: ResourceEditorState
  readonly own: OwnParts | undefined
  readonly outline: React.ReactNode
}

export function ChangesPane({ kind, editor, own, outline }: ChangesPaneProps) {
  const { base, analysedText, initialText, effect, isChanged } = editor
  const name = useWatch({ control: editor.form.control, name: 'name' })
  const effectText = effect === null || base === null ? null : formatEffect(effect)
  return (
    <aside className="resource-changes" aria-label="Changes">
      {base === null ? null : isChanged ? (
        <>
          {effectText === null ? null : <p>{effectText}.</p>}
          <TextDiff label="Changes" before={initialText} after={analysedText} />
        </>
      ) : (
        <p className="faint">No changes yet.</p>
      )}
      {outline}
      {editor.canTry ? <DryRunPart kind={kind} editor={editor} /> : null}
      {own?.renderPreview?.(name, toSpecView(editor, false))}
      {kind.table === 'incident_rules' && hasOwnBackend() ? <RulePreview editor={editor} /> : null}
    </aside>
  )
}

const tryTexts: Partial<Record<EditedTable, string>> = {
  playbooks: 'Shows the commands and requests of the edited spec. Nothing runs and nothing is saved.',
  topologies: 'Validates the edited spec. Nothing runs and nothing is saved.',
}

function DryRunPart({
  kind,
  editor: { state, tryOut, send, execRejection, base },
}: Pick<ChangesPaneProps, 'kind' | 'editor'>) {
  const isTrying = state.matches('checking')
  const { dryRunResult, error } = state.context
  return (
    <section className="resource-trial" aria-label="Dry run">
      <header>
        <b>Dry run</b>
        {isTrying ? (
          <Button small onClick={() => send({ type: 'editor.back' })}>
            Stop
          </Button>
        ) : (
          <Button small disabledReason={execRejection} onClick={tryOut}>
            Try
          </Button>
        )}
      </header>
      <p className="faint">
        {tryTexts[kind.table] ??
          `Runs the edited spec once without saving it${base === null ? '' : '; the saved version keeps running'}.`}
      </p>
      <div role="status">
        {isTrying ? 'Running …' : null}
        {dryRunResult === null ? null : (
          <ul>
            {dryRunResult.problems.map(({ path, reason }) => (
              <li key={`${path.join('.')} ${reason}`}>
                <StateMark state="unhealthy" /> {reason}
              </li>
            ))}
            {dryRunResult.checks.map(({ type, name, pass, message, durationMs }) => (
              <li key={`${type} ${name}`}>
                <StateMark state={pass ? 'healthy' : 'unhealthy'} /> <b>{name}</b>{' '}
                <span className="dim">{`${type}, ${durationMs === null ? '' : `${Math.round(durationMs)} ms: `}${message}`}</span>
              </li>
            ))}
            {dryRunResult.items.map(({ type, name, id }) => (
              <li key={`${type} ${id}`}>
                <b>{name}</b> <span className="dim">{`${type}, ${id}`}</span>
              </li>
            ))}
            {dryRunResult.steps.map(({ name, kind, command, condition, problem }) => (
              <li key={`step ${name}`}>
                <b>{name}</b> <span className="dim">{condition === undefined ? kind : `${kind}, if ${condition}`}</span>
                <CommandText parts={command} />
                {problem === undefined ? null : (
                  <p className="resource-error">
                    <StateMark state="unhealthy" label="" /> {problem}
                  </p>
                )}
              </li>
            ))}
            {dryRunResult.notes.map((note) => (
              <li key={note} className="dim">
                {note}
              </li>
            ))}
            {Object.values(dryRunResult).every(({ length }) => length === 0) ? (
              <li className="dim">No results.</li>
            ) : null}
          </ul>
        )}
      </div>
      {error === null ? null : <ErrorPanel error={error} />}
    </section>
  )
}
