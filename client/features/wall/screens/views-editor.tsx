import { ChevronDown, ChevronUp, Cross, Plus } from '@blueprintjs/icons'
import { useId } from 'react'
import { viewName } from '#shared/wall/view-name.ts'
import { wallLimits } from '#shared/wall/wall-settings.ts'
import { formatSpan } from '#client/lib/format-span.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { moved, nextKey, type DraftErrors, type ViewDraft } from './screen-draft.ts'

interface ViewsEditorProps {
  readonly views: readonly ViewDraft[]
  readonly errors: Pick<DraftErrors, 'addresses' | 'seconds'> | null
  readonly onChange: (views: readonly ViewDraft[]) => void
}

interface ViewRowProps {
  readonly view: ViewDraft
  readonly place: { readonly isFirst: boolean; readonly isLast: boolean }
  readonly wrong: { readonly address: string | undefined; readonly seconds: string | undefined }
  readonly onChange: (change: Partial<ViewDraft>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function ViewRow({ view, place, wrong, onChange, onMove, onRemove }: ViewRowProps) {
  const id = useId()
  const name = viewName(view.address)
  const said = wrong.address ?? wrong.seconds
  return (
    <li className="screens-view">
      <span className="screens-view-move">
        <Button
          look="minimal"
          small
          icon={<ChevronUp size={12} />}
          aria-label={`Move ${name} up`}
          disabled={place.isFirst}
          onClick={() => onMove(-1)}
        />
        <Button
          look="minimal"
          small
          icon={<ChevronDown size={12} />}
          aria-label={`Move ${name} down`}
          disabled={place.isLast}
          onClick={() => onMove(1)}
        />
      </span>
      <span className="cut">{name}</span>
      <input
        className={`bp6-input mono${wrong.address === undefined ? '' : ' bp6-intent-danger'}`}
        aria-label={`Address of ${name}`}
        aria-invalid={wrong.address !== undefined}
        aria-describedby={said === undefined ? undefined : id}
        placeholder="/view/health"
        value={view.address}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      <input
        className={`bp6-input screens-number tabular${wrong.seconds === undefined ? '' : ' bp6-intent-danger'}`}
        aria-label={`Seconds for ${name}`}
        aria-invalid={wrong.seconds !== undefined}
        aria-describedby={said === undefined ? undefined : id}
        inputMode="numeric"
        value={view.seconds}
        onChange={(event) => onChange({ seconds: event.currentTarget.value })}
      />
      <Button
        look="minimal"
        small
        icon={<Cross size={14} />}
        aria-label={`Remove ${name}`}
        disabled={place.isFirst && place.isLast}
        onClick={onRemove}
      />
      {said === undefined ? null : (
        <div id={id} className="field-error screens-view-error">
          <StateMark state="unhealthy" label="" />
          {said}
        </div>
      )}
    </li>
  )
}

const roundMs = (views: readonly ViewDraft[]) =>
  views.reduce((sum, { seconds }) => sum + (Number(seconds) || 0), 0) * 1_000

const spellRound = (ms: number) => {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1_000)]
  return minutes > 0 && seconds > 0 && minutes < 60 ? `${minutes} min ${seconds} s` : formatSpan(ms)
}

/** The views that take turns, with their times; in the order in which they stand. */
export function ViewsEditor({ views, errors, onChange }: ViewsEditorProps) {
  const add = () => onChange([...views, { key: nextKey(views), address: '/', seconds: '30' }])
  return (
    <div className="screens-views">
      <div className="screens-views-head" aria-hidden>
        <span />
        <span>View</span>
        <span>Address</span>
        <span className="screens-number">Seconds</span>
        <span />
      </div>
      <ol aria-label="Views">
        {views.map((view, i) => (
          <ViewRow
            key={view.key}
            view={view}
            place={{ isFirst: i === 0, isLast: i === views.length - 1 }}
            wrong={{ address: errors?.addresses.get(view.key), seconds: errors?.seconds.get(view.key) }}
            onChange={(change) => onChange(views.with(i, { ...view, ...change }))}
            onMove={(by) => onChange(moved(views, view.key, by))}
            onRemove={() => onChange(views.filter(({ key }) => key !== view.key))}
          />
        ))}
      </ol>
      <div className="screens-views-foot">
        <Button
          small
          icon={<Plus size={14} />}
          disabledReason={
            views.length < wallLimits.views ? undefined : `A screen shows at most ${wallLimits.views} views.`
          }
          onClick={add}
        >
          Add view
        </Button>
        <span className="field-help">
          {views.length === 1 ? 'At least one view is required.' : `One round takes ${spellRound(roundMs(views))}.`}
        </span>
      </div>
    </div>
  )
}
