import { ChevronDown, ChevronUp, Cross, Plus } from '@blueprintjs/icons'
import { useId } from 'react'
import { useController, useFieldArray, useWatch, type Control } from 'react-hook-form'
import { viewName } from '#shared/wall/view-name.ts'
import { wallLimits, type WallSettings } from '#shared/wall/wall-settings.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { ScreenForm } from './screen-form.ts'

type ViewControl = Control<ScreenForm, unknown, WallSettings>

interface ViewRowProps {
  readonly control: ViewControl
  readonly at: number
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

const errorClass = (error: string | undefined) => (error === undefined ? '' : ' bp6-intent-danger')

function ViewRow({ control, at, isLast, onMove, onRemove }: ViewRowProps) {
  const id = useId()
  const address = useController({ control, name: `views.${at}.address` })
  const seconds = useController({ control, name: `views.${at}.seconds` })
  const name = viewName(address.field.value)
  const errors = { address: address.fieldState.error?.message, seconds: seconds.fieldState.error?.message }
  const message = errors.address ?? errors.seconds
  return (
    <li className="screens-view">
      <span className="screens-view-move">
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
      <input
        {...address.field}
        className={`bp6-input mono${errorClass(errors.address)}`}
        aria-label={`Address of ${name}`}
        aria-invalid={errors.address !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        placeholder="/view/health"
      />
      <input
        {...seconds.field}
        className={`bp6-input screens-number tabular${errorClass(errors.seconds)}`}
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
        <div id={id} className="field-error screens-view-error">
          <StateMark state="unhealthy" label="" />
          {message}
        </div>
      )}
    </li>
  )
}

const roundMs = (views: ScreenForm['views']) =>
  views.reduce((sum, { seconds }) => sum + (Number(seconds) || 0), 0) * 1_000

const spellRound = (ms: number) => {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1_000)]
  return minutes > 0 && seconds > 0 && minutes < 60 ? `${minutes} min ${seconds} s` : formatSpan(ms)
}

export function ViewsEditor({ control }: { readonly control: ViewControl }) {
  const { fields, append, swap, remove } = useFieldArray({ control, name: 'views' })
  const views = useWatch({ control, name: 'views' })
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
        {fields.map(({ id }, at) => (
          <ViewRow
            key={id}
            control={control}
            at={at}
            isLast={at === fields.length - 1}
            onMove={(by) => swap(at, at + by)}
            onRemove={() => remove(at)}
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
          onClick={() => append({ address: '/', seconds: '30' }, { shouldFocus: false })}
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
