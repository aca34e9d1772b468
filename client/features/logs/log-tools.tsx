import { Pause, Play } from '@blueprintjs/icons'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { Button } from '#client/ui/button.tsx'
import type { useLogTail } from './use-log-tail.ts'

type Tail = ReturnType<typeof useLogTail>

const labels: Readonly<Record<Tail['state'], string>> = {
  off: 'Live tail',
  connecting: 'Connecting',
  following: 'Stop live tail',
  lost: 'Reconnecting',
  missing: 'Live tail',
}

export function LogTools({ tail }: { readonly tail: Pick<Tail, 'state'> }) {
  const [wrap, setWrap] = useQueryState('wrap')
  const [tailParam, setTailParam] = useQueryState('tail')
  const isOn = tailParam !== ''
  return (
    <div className="list-tools">
      <span role="status" className="dim">
        {tail.state === 'following' ? 'Streaming new lines' : null}
        {tail.state === 'lost' ? 'Live tail disconnected. Retrying automatically' : null}
      </span>
      <Button
        look="minimal"
        small
        active={wrap !== ''}
        aria-pressed={wrap !== ''}
        onClick={() => setWrap(wrap === '' ? '1' : '')}
      >
        Wrap
      </Button>
      <Button
        small
        icon={isOn ? <Pause size={12} /> : <Play size={12} />}
        aria-pressed={isOn}
        disabledReason={tail.state === 'missing' ? 'This backend does not support live tail' : undefined}
        onClick={() => setTailParam(isOn ? '' : '1')}
      >
        {labels[tail.state]}
      </Button>
    </div>
  )
}
