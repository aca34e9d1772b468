import { formatCount } from '#shared/primitives/format-count.ts'
import type { Shape } from './use-shape.ts'
import { showHidden } from './use-topology-query.ts'
import type { useTopologyView } from './use-topology-view.ts'
import { cardWidthLimits, setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { Switch } from '#client/ui/form/switch.tsx'
import { OnCallLine } from '#client/domain/on-call/on-call-line.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'

interface TopologyFactsProps {
  readonly view: ReturnType<typeof useTopologyView>
  readonly stale: boolean
  readonly isHiddenShown: boolean
  readonly shape: Shape
}

function CardWidth() {
  const width = usePreferences((preferences) => preferences.topologyCardWidth)
  return (
    <label className="topology-width">
      Card width
      <input
        type="range"
        {...cardWidthLimits}
        value={width}
        onChange={(event) => setPreferences({ topologyCardWidth: Number(event.currentTarget.value) })}
      />
      <output className="tabular">{width} px</output>
    </label>
  )
}

export function TopologyFacts({ view: { shown, counts, hidden }, stale, isHiddenShown, shape }: TopologyFactsProps) {
  return (
    <div className="topology-facts tabular">
      <p className="dotted">
        {stale ? <span>Last known</span> : null}
        <b>{formatCount(shown.length, 'component')}</b>
        {counts.unhealthy === 0 ? null : (
          <span>
            <StateMark state="unhealthy" stale={stale} label="" />
            <b>{formatCount(counts.unhealthy)} unhealthy</b>
          </span>
        )}
        {counts.warning === 0 ? null : (
          <span>
            <StateMark state="warning" stale={stale} label="" />
            {formatCount(counts.warning)} warning
          </span>
        )}
        {counts.unknown === 0 ? null : (
          <span>
            <StateMark state="unknown" stale={stale} label="" />
            {formatCount(counts.unknown)} unknown
          </span>
        )}
        {counts.healthy === 0 ? null : <span>{formatCount(counts.healthy)} healthy</span>}
      </p>
      <OnCallLine />
      {hidden === 0 && !isHiddenShown ? null : (
        <Switch
          label={`Show ${formatCount(hidden, 'hidden component')}`}
          checked={isHiddenShown}
          onChange={showHidden}
        />
      )}
      {shape === 'cards' ? <CardWidth /> : null}
    </div>
  )
}
