import { Cross } from '@blueprintjs/icons'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { MomentPicker, type OfferedMoment } from '#client/ui/form/moment-picker.tsx'
import { ClockTime } from './clock-time.tsx'
import { lookAt, type Lookback, type Moment } from './moments.ts'

const toParam = (moment: Moment) => (moment.kind === 'now' ? 'now' : moment.at)

function Named({ moment }: { readonly moment: Moment }) {
  return moment.kind === 'now' ? <>now</> : <ClockTime at={moment.at} />
}

function BackToNow() {
  return (
    <Button look="primary" onClick={() => lookAt(null)}>
      Back to now
    </Button>
  )
}

interface MomentBarProps {
  readonly lookback: Lookback
  readonly offered: readonly OfferedMoment[]
}

export function MomentBar({ lookback, offered }: MomentBarProps) {
  if (lookback.kind === 'unclear')
    return (
      <Callout bar tone="bad" title={`“${lookback.text}” ${lookback.reason}`} actions={<BackToNow />}>
        The address contains <code>{lookback.name}=</code>.
      </Callout>
    )
  if (lookback.kind === 'two') {
    const [before, after] = [toParam(lookback.before), toParam(lookback.after)]
    return (
      <Callout
        bar
        tone="info"
        title={
          <>
            Comparing <Named moment={lookback.before} /> with <Named moment={lookback.after} />
          </>
        }
        actions={
          <>
            <MomentPicker label="Compare from" offered={offered} onChoose={(at) => lookAt(at, after)}>
              From
            </MomentPicker>
            <MomentPicker label="Compare with" hasNow offered={offered} onChoose={(at) => lookAt(before, at)}>
              To
            </MomentPicker>
            <Button icon={<Cross size={14} />} onClick={() => lookAt(before)}>
              Stop comparing
            </Button>
            <BackToNow />
          </>
        }
      />
    )
  }
  const { at } = lookback
  return (
    <Callout
      bar
      tone="info"
      title={
        <>
          State at <ClockTime at={at} />
        </>
      }
      actions={
        <>
          <MomentPicker label="Go to this time" offered={offered} onChoose={(next) => lookAt(next)}>
            Other time
          </MomentPicker>
          <MomentPicker label="Compare with" hasNow offered={offered} onChoose={(and) => lookAt(at, and)}>
            Compare
          </MomentPicker>
          <BackToNow />
        </>
      }
    >
      <Age at={at} /> ago. This page does not update.
    </Callout>
  )
}
