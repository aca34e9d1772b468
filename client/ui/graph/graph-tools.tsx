import { useReactFlow, useViewport } from '@xyflow/react'
import { Maximize, Minus, Plus } from '@blueprintjs/icons'
import { Button } from '#client/ui/button.tsx'
import type { GraphProps } from './graph.tsx'
import { motionMs } from './use-graph-view.ts'

function LegendEntry({ look, name, isSoft = false }: { look: string; name: string; isSoft?: boolean }) {
  return (
    <span data-look={look} data-soft={isSoft ? '' : undefined}>
      <svg viewBox="0 0 24 8" aria-hidden="true">
        <path className="graph-lines" d="M0 4h24" />
      </svg>
      {name}
    </span>
  )
}

interface GraphToolsProps {
  readonly edgeNames: GraphProps['edgeNames']
  readonly onFit: () => void
  readonly onCloseGroups: (() => void) | null
}

export function GraphTools({ edgeNames, onFit, onCloseGroups }: GraphToolsProps) {
  const { zoomIn, zoomOut, zoomTo } = useReactFlow()
  const { zoom } = useViewport()
  const motion = { duration: motionMs() }
  return (
    <div className="graph-tools">
      <fieldset className="bp6-button-group" aria-label="Zoom">
        <Button small icon={<Minus />} aria-label="Zoom out" onClick={() => void zoomOut(motion)} />
        <Button small className="graph-zoom tabular" aria-label="Zoom to 100 %" onClick={() => void zoomTo(1, motion)}>
          {Math.round(zoom * 100)} %
        </Button>
        <Button small icon={<Plus />} aria-label="Zoom in" onClick={() => void zoomIn(motion)} />
        <Button small icon={<Maximize />} aria-label="Fit to window" tooltip="Fit to window" onClick={onFit} />
      </fieldset>
      {onCloseGroups === null ? null : (
        <Button small onClick={onCloseGroups}>
          Collapse groups
        </Button>
      )}
      <div className="graph-legend">
        <LegendEntry look="failing" name="failure path" />
        <LegendEntry look="near" name="of the selected node" />
        <LegendEntry look="plain" name={edgeNames.hard} />
        {edgeNames.gone === undefined ? null : <LegendEntry look="gone" name={edgeNames.gone} />}
        {edgeNames.added === undefined ? null : <LegendEntry look="added" name={edgeNames.added} />}
        {edgeNames.soft === undefined ? null : <LegendEntry look="plain" name={edgeNames.soft} isSoft />}
      </div>
    </div>
  )
}
