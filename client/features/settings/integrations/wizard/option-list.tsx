import { ChevronRight } from '@blueprintjs/icons'
import { chartIds, type ChartId } from '#shared/settings/integration-charts.ts'
import { directOptions, type DirectOption } from '#machines/settings/integration-wizard-machine.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { chartOptions, directOptionsShown } from './wizard-options.ts'

interface OptionListProps {
  readonly onChart: (id: ChartId) => void
  readonly onDirect: (option: DirectOption) => void
}

interface TileProps {
  readonly title: string
  readonly about: string
  readonly onClick: () => void
}

function Tile({ title, about, onClick }: TileProps) {
  return (
    <li>
      <button type="button" className="wizard-tile" aria-label={title} onClick={onClick}>
        <b>{title}</b>
        <span className="dim">{about}</span>
        <ChevronRight size={14} />
      </button>
    </li>
  )
}

export function OptionList({ onChart, onDirect }: OptionListProps) {
  const isOn = useFeatures()
  const direct = directOptions.filter((option) => {
    const { feature } = directOptionsShown[option]
    return feature === undefined || isOn(feature)
  })
  return (
    <div className="wizard-options">
      <section aria-label="GitOps">
        <h3>GitOps</h3>
        <p className="dim">Installed in your cluster by a chart. You get a Flux manifest or a Helm command.</p>
        <ul>
          {chartIds.map((id) => (
            <Tile key={id} {...chartOptions[id]} onClick={() => onChart(id)} />
          ))}
        </ul>
      </section>
      <section aria-label="Direct">
        <h3>Direct</h3>
        <p className="dim">Stored and edited here.</p>
        <ul>
          {direct.map((option) => (
            <Tile
              key={option}
              title={directOptionsShown[option].title}
              about={directOptionsShown[option].about}
              onClick={() => onDirect(option)}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}
