import { ChevronDown, ChevronUp, Cross, Plus } from '@blueprintjs/icons'
import { useId, useMemo } from 'react'
import { useController, useFieldArray, useWatch, type Control } from 'react-hook-form'
import { viewName } from '#shared/wall/view-name.ts'
import { wallLimits } from '#shared/wall/wall-settings.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { useViews } from '#client/domain/views/views-api.ts'
import { wallPages } from './wall-pages.ts'
import './views-editor.css'

export interface RotationForm {
  views: { address: string; seconds: string }[]
}

type ViewControl = Control<RotationForm>

interface ViewsEditorProps<Values extends RotationForm, Output> {
  readonly control: Control<Values, unknown, Output>
}

interface ViewRowProps {
  readonly control: ViewControl
  readonly at: number
  /** Saved views by their references. */
  readonly saved: ReadonlyMap<string, string>
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

const errorClass = (error: string | undefined) => (error === undefined ? '' : ' bp6-intent-danger')

function ViewRow({ control, at, saved, isLast, onMove, onRemove }: ViewRowProps) {
  const id = useId()
  const address = useController({ control, name: `views.${at}.address` })
  const seconds = useController({ control, name: `views.${at}.seconds` })
  const isReference = address.field.value.startsWith('@')
  const name = isReference ? (saved.get(address.field.value) ?? 'Unknown view') : viewName(address.field.value)
  const errors = { address: address.fieldState.error?.message, seconds: seconds.fieldState.error?.message }
  const message = errors.address ?? errors.seconds
  return (
    <li className="rotation-view">
      <span className="rotation-view-move">
        <Button
          look="minimal"
          small
          icon={<ChevronUp size={12} />}
          aria-label={`Move ${name} up`}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <Button
          look="minimal"
          small
          icon={<ChevronDown size={12} />}
          aria-label={`Move ${name} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
      <span className="cut">{name}</span>
      {isReference ? (
        <span className="dim">{saved.has(address.field.value) ? 'Saved view' : 'Deleted or not shared with you'}</span>
      ) : (
        <input
          {...address.field}
          className={`bp6-input mono${errorClass(errors.address)}`}
          aria-label={`Address of ${name}`}
          aria-invalid={errors.address !== undefined}
          aria-describedby={message === undefined ? undefined : id}
          placeholder="/view/health"
        />
      )}
      <input
        {...seconds.field}
        className={`bp6-input rotation-view-number tabular${errorClass(errors.seconds)}`}
        aria-label={`Seconds for ${name}`}
        aria-invalid={errors.seconds !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        inputMode="numeric"
      />
      <Button
        look="minimal"
        small
        icon={<Cross size={14} />}
        aria-label={`Remove ${name}`}
        disabled={at === 0 && isLast}
        onClick={onRemove}
      />
      {message === undefined ? null : (
        <div id={id} className="field-error rotation-view-error">
          <StateMark state="unhealthy" label="" />
          {message}
        </div>
      )}
    </li>
  )
}

const roundMs = (views: RotationForm['views']) =>
  views.reduce((sum, { seconds }) => sum + (Number(seconds) || 0), 0) * 1_000

const spellRound = (ms: number) => {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1_000)]
  return minutes > 0 && seconds > 0 && minutes < 60 ? `${minutes} min ${seconds} s` : formatSpan(ms)
}

const useViewOptions = () => {
  const views = useViews()
  return useMemo(() => {
    const saved = new Map((views ?? []).map(({ id, name }) => [`@${id}`, name]))
    const options = [
      { value: '', label: 'Add a page or saved view…' },
      ...wallPages.map(({ address, name }) => ({ value: address, label: name, group: 'Pages' })),
      ...[...saved].map(([value, label]) => ({ value, label, group: 'Saved views' })),
    ]
    return { saved, options }
  }, [views])
}

export function ViewsEditor<Values extends RotationForm, Output>(props: ViewsEditorProps<Values, Output>) {
  // The library's controls are invariant; this one only uses the fields of a rotation.
  const control = props.control as unknown as ViewControl
  const { saved, options } = useViewOptions()
  const { fields, append, swap, remove } = useFieldArray({ control, name: 'views' })
  const views = useWatch({ control, name: 'views' })
  const add = (address: string) => append({ address, seconds: '30' }, { shouldFocus: false })
  const isFull = views.length >= wallLimits.views
  return (
    <div className="rotation-views">
      <div className="rotation-views-head" aria-hidden>
        <span />
        <span>View</span>
        <span>Address</span>
        <span className="rotation-view-number">Seconds</span>
        <span />
      </div>
      <ol aria-label="Views">
        {fields.map(({ id }, at) => (
          <ViewRow
            key={id}
            control={control}
            at={at}
            saved={saved}
            isLast={at === fields.length - 1}
            onMove={(by) => swap(at, at + by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <div className="rotation-views-foot">
        {isFull ? null : (
          <Select
            label="Add a page or saved view"
            value=""
            options={options}
            onChange={(address) => {
              if (address !== '') add(address)
            }}
          />
        )}
        <Button
          small
          icon={<Plus size={14} />}
          disabledReason={isFull ? `A screen shows at most ${wallLimits.views} views.` : undefined}
          onClick={() => add('/')}
        >
          Add view
        </Button>
        <span className="field-help">
          {views.length === 1 ? 'At least one view is required.' : `One rotation takes ${spellRound(roundMs(views))}.`}
        </span>
      </div>
    </div>
  )
}
