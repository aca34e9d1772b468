import { useMemo, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { settledText, type MergePart } from '#client/ui/editor/merge-lines.ts'
import { mergeYaml } from '#client/ui/editor/merge-yaml.ts'
import { Moment } from '#client/ui/moment.tsx'
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

const shownAround = 3
type Choice = 'mine' | 'theirs'

const mergeField = (base: string, mine: string, theirs: string) => (mine === base ? theirs : mine)

const mergedLines = (part: MergePart) => (part.kind === 'conflict' ? part.mine : part.lines)

export function ConflictView({ kind, base, theirs, mine, onSettle }: ConflictViewProps) {
  const [before, other] = [toTypedResource(kind, base), toTypedResource(kind, theirs)]
  const parts = useMemo(() => mergeYaml(before.text, mine.text, other.text), [before.text, mine.text, other.text])
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map())
  const conflicts = parts.flatMap((part, at) => (part.kind === 'conflict' ? [at] : []))
  const open = conflicts.filter((at) => !chosen.has(at))
  const taken = parts.filter(({ kind: from }) => from === 'theirs').length
  const numbered = parts.map((part, at) => ({ part, at }))
  const settle = () => {
    const text = settledText(parts, chosen)
    if (text === null) return
    onSettle({
      name: mergeField(before.name, mine.name, other.name),
      namespace: mergeField(before.namespace, mine.namespace, other.namespace),
      labels: mergeField(before.labels, mine.labels, other.labels),
      icon: mergeField(before.icon, mine.icon, other.icon),
      text,
    })
  }
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
              disabledReason={open.length > 0 ? `${open.length} conflicts left below` : undefined}
              onClick={settle}
            >
              Continue editing
            </Button>
          </>
        }
      >
        {`Nothing was saved. ${taken} of their changes ${taken === 1 ? 'is' : 'are'} merged, ${conflicts.length} ${conflicts.length === 1 ? 'is' : 'are'} in lines that you changed too.`}
      </Callout>
      <ol className="resource-merge">
        {numbered.map(({ part, at }) =>
          part.kind === 'conflict' ? (
            <ConflictPart
              key={at}
              part={part}
              choice={chosen.get(at)}
              onChoose={(choice) => setChosen(new Map([...chosen, [at, choice]]))}
            />
          ) : (
            <li key={at} data-is={part.kind}>
              {part.kind === 'same' ? null : (
                <span className="resource-merge-from">{part.kind === 'mine' ? 'yours' : 'theirs'}</span>
              )}
              <pre>{part.kind === 'same' ? shortened(mergedLines(part)) : mergedLines(part).join('\n')}</pre>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

const shortened = (lines: readonly string[]) =>
  lines.length <= shownAround * 2 + 1
    ? lines.join('\n')
    : [
        ...lines.slice(0, shownAround),
        `… ${lines.length - shownAround * 2} unchanged lines …`,
        ...lines.slice(-shownAround),
      ].join('\n')

interface ConflictPartProps {
  readonly part: Extract<MergePart, { readonly kind: 'conflict' }>
  readonly choice: Choice | undefined
  readonly onChoose: (choice: Choice) => void
}

function ConflictPart({ part, choice, onChoose }: ConflictPartProps) {
  return (
    <li data-is="conflict">
      {(['theirs', 'mine'] as const).map((side) => (
        <div key={side} data-chosen={choice === side ? '' : undefined}>
          <Button small active={choice === side} aria-pressed={choice === side} onClick={() => onChoose(side)}>
            {side === 'theirs' ? 'Take theirs' : 'Keep mine'}
          </Button>
          <pre>{part[side].join('\n') || '(nothing)'}</pre>
        </div>
      ))}
    </li>
  )
}
