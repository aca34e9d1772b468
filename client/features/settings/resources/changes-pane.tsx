import { useWatch } from 'react-hook-form'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { OwnParts } from './own-parts.ts'
import type { ResourceKind } from './resource-kinds.ts'
import { RulePreview } from './rule-preview.tsx'
import { effectWords } from './spec-effect.ts'
import { viewOf, type ResourceEditorState } from './use-resource-editor.ts'

interface ChangesPaneProps {
  readonly kind: ResourceKind
  readonly editor: ResourceEditorState
  readonly own: OwnParts | undefined
}

/** Beside the editor: what is another than what was saved, what saving does, and what a dry run found. */
export function ChangesPane({ kind, editor, own }: ChangesPaneProps) {
  const { base, text, initialText, effect, isChanged } = editor
  const name = useWatch({ control: editor.form.control, name: 'name' })
  const words = effect === null || base === null ? null : effectWords(effect)
  return (
    <aside className="resource-changes" aria-label="Changes">
      {base === null ? null : isChanged ? (
        <>
          {words === null ? null : <p className="resource-effect">{words}.</p>}
          <TextDiff label="Changes" before={initialText} after={text} />
        </>
      ) : (
        <p className="faint">No changes yet.</p>
      )}
      {editor.canTry ? <DryRunPart editor={editor} /> : null}
      {own?.previewOf?.(name, viewOf(editor, false))}
      {kind.table === 'incident_rules' && hasOwnBackend() ? <RulePreview editor={editor} /> : null}
    </aside>
  )
}

function DryRunPart({ editor: { state, tryOut, send, execRefusal, base } }: Pick<ChangesPaneProps, 'editor'>) {
  const isTrying = state.matches('checking')
  const { tried, error } = state.context
  return (
    <section className="resource-trial" aria-label="Dry run">
      <header>
        <b>Dry run</b>
        {isTrying ? (
          <Button small onClick={() => send({ type: 'editor.back' })}>
            Stop
          </Button>
        ) : (
          <Button small disabledReason={execRefusal} onClick={tryOut}>
            Try it
          </Button>
        )}
      </header>
      <p className="faint">{`Runs what is written here once. Nothing is stored${base === null ? '' : ', and what is saved keeps running'}.`}</p>
      <div role="status">
        {isTrying ? 'Running …' : null}
        {tried === null ? null : (
          <ul>
            {tried.problems.map(({ path, reason }) => (
              <li key={`${path.join('.')} ${reason}`}>
                <StateMark state="unhealthy" /> {reason}
              </li>
            ))}
            {tried.checks.map(({ type, name, pass, message, durationMs }) => (
              <li key={`${type} ${name}`}>
                <StateMark state={pass ? 'healthy' : 'unhealthy'} /> <b>{name}</b>{' '}
                <span className="dim">{`${type}, ${durationMs === null ? '' : `${Math.round(durationMs)} ms: `}${message}`}</span>
              </li>
            ))}
            {tried.items.map(({ type, name, id }) => (
              <li key={`${type} ${id}`}>
                <b>{name}</b> <span className="dim">{`${type}, ${id}`}</span>
              </li>
            ))}
            {tried.notes.map((note) => (
              <li key={note} className="dim">
                {note}
              </li>
            ))}
            {tried.problems.length + tried.checks.length + tried.items.length + tried.notes.length === 0 ? (
              <li className="dim">Nothing was found.</li>
            ) : null}
          </ul>
        )}
      </div>
      {error === null ? null : <ErrorPanel error={error} />}
    </section>
  )
}
