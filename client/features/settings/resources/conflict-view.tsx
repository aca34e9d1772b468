import { useMemo, useRef, useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { MergeEditor, type MergeEditorHandle } from '#client/ui/editor/merge-editor.tsx'
import { toMergedText, type MergedText } from '#client/ui/editor/merge-lines.ts'
import { mergeYaml } from '#client/ui/editor/merge-yaml.ts'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { toTypedResource, type TypedResource } from './resource-form.ts'
import type { EditedKind } from './edited-kinds.ts'
import type { ManagedResource } from './resources-api.ts'

interface ConflictViewProps {
  readonly kind: EditedKind
  readonly base: ManagedResource
  readonly theirs: ManagedResource
  readonly mine: TypedResource
  readonly onSettle: (merged: TypedResource) => void
}

type Choice = 'mine' | 'theirs'

const mergeField = (base: string, mine: string, theirs: string) => (mine === base ? theirs : mine)

const firstLine = (text: string) => text.split('\n')[0]?.trim() || 'removed lines'

export function ConflictView({ kind, base, theirs, mine, onSettle }: ConflictViewProps) {
  const [before, other] = [toTypedResource(kind, base), toTypedResource(kind, theirs)]
  const parts = useMemo(() => mergeYaml(before.text, mine.text, other.text), [before.text, mine.text, other.text])
  const merged = useMemo(() => toMergedText(parts), [parts])
  const text = useRef(merged.text)
  const editor = useRef<MergeEditorHandle>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map())
  const { conflicts } = merged
  const open = conflicts.length - chosen.size
  const taken = parts.filter(({ kind: from }) => from === 'theirs').length
  const choose = (at: number, choice: Choice) => {
    const before = chosen.get(at) ?? 'mine'
    const conflict = conflicts[at]
    if (conflict !== undefined && before !== choice) editor.current?.replace(at, conflict[choice])
    setChosen(new Map([...chosen, [at, choice]]))
  }
  const settle = () =>
    onSettle({
      name: mergeField(before.name, mine.name, other.name),
      namespace: mergeField(before.namespace, mine.namespace, other.namespace),
      labels: mergeField(before.labels, mine.labels, other.labels),
      icon: mergeField(before.icon, mine.icon, other.icon),
      text: text.current,
    })
  return (
    <section aria-label="Conflict" className="resource-conflict">
      <Callout
        bar
        tone="warn"
        title={
          <>
            {`Another user saved this ${kind.noun} while you were editing`}
            {theirs.updated_at === null ? null : (
              <>
                {' '}
                (<Moment at={theirs.updated_at} />)
              </>
            )}
            .
          </>
        }
        actions={
          <>
            <Button onClick={() => onSettle(other)}>Discard my changes</Button>
            <Button
              look="primary"
              disabledReason={
                open > 0 ? formatCount(open, 'conflict is left below', 'conflicts are left below') : undefined
              }
              onClick={settle}
            >
              Continue editing
            </Button>
          </>
        }
      >
        {`Nothing was saved. ${taken} of their changes ${taken === 1 ? 'is' : 'are'} merged, ${formatCount(conflicts.length, 'is', 'are')} in lines that you changed too.`}
      </Callout>
      <Conflicts conflicts={conflicts} chosen={chosen} onGo={(at) => editor.current?.goTo(at)} onChoose={choose} />
      <div className="resource-merge-heads dim" aria-hidden>
        <span>Stored</span>
        <span>Merged, not saved</span>
      </div>
      <MergeEditor
        ref={editor}
        label="Merged spec"
        theirsLabel="Stored spec"
        theirs={other.text}
        initial={merged.text}
        conflicts={conflicts}
        onChange={(next) => {
          text.current = next
        }}
      />
    </section>
  )
}

interface ConflictsProps {
  readonly conflicts: MergedText['conflicts']
  readonly chosen: ReadonlyMap<number, Choice>
  readonly onGo: (at: number) => void
  readonly onChoose: (at: number, choice: Choice) => void
}

function Conflicts({ conflicts, chosen, onGo, onChoose }: ConflictsProps) {
  if (conflicts.length === 0) return null
  return (
    <ul className="resource-conflicts" aria-label="Conflicts">
      {conflicts.map(({ from, mine }, at) => (
        <li key={from}>
          <StateMark state={chosen.has(at) ? 'healthy' : 'warning'} label={chosen.has(at) ? 'decided' : 'open'} />
          <button type="button" className="cut" onClick={() => onGo(at)}>
            {firstLine(mine)}
          </button>
          {(['theirs', 'mine'] as const).map((side) => (
            <Button
              key={side}
              small
              active={chosen.get(at) === side}
              aria-pressed={chosen.get(at) === side}
              onClick={() => onChoose(at, side)}
            >
              {side === 'theirs' ? 'Take theirs' : 'Keep mine'}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}
