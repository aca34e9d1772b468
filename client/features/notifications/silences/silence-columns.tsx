import { Button } from '#client/ui/button.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { actColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { coveredBy, findPhase, silenceState } from './silence-labels.ts'
import type { Silence } from './silences-api.ts'

const findDisabledReason = ({ source }: Silence): string | undefined =>
  source === 'ConfigFile' ? 'Managed by a file in RESOURCES_DIR; edit it there' : undefined

interface SilenceEndProps {
  readonly silence: Silence
  readonly onChange: ((silence: Silence) => void) | undefined
}

function SilenceEnd({ silence, onChange }: SilenceEndProps) {
  const { name, until } = silence
  const end = until === null ? 'Indefinitely' : <Moment at={until} />
  if (onChange === undefined) return end
  return (
    <Button
      className="silence-end"
      look="minimal"
      small
      aria-label={`Change end of ${name}`}
      disabledReason={findDisabledReason(silence)}
      onClick={() => onChange(silence)}
    >
      {end}
    </Button>
  )
}

export const silenceColumns = (
  nowMs: number,
  acts: { readonly onRemove: (silence: Silence) => void; readonly onChangeEnd: (silence: Silence) => void } | null,
): readonly ListColumn<Silence>[] => [
  {
    id: 'state',
    title: 'State',
    rank: 0,
    width: 56,
    text: (silence) => findPhase(silence, nowMs),
    cell: (silence) => <StateMark state={silenceState(silence, nowMs)} label={findPhase(silence, nowMs)} />,
  },
  plainColumn((silence) => findPhase(silence, nowMs), {
    id: 'phase',
    title: 'Phase',
    rank: 3,
    width: 104,
    className: 'dim',
  }),
  { id: 'name', title: 'Name', rank: 0, minWidth: 100, text: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'covers',
    title: 'Resource or filter',
    rank: 1,
    minWidth: 220,
    text: coveredBy,
    cell: (silence) =>
      silence.error === null ? (
        <span className="cut" title={coveredBy(silence)}>
          {coveredBy(silence)}
        </span>
      ) : (
        <span className="bad-text cut" title={silence.error}>
          {silence.error}
        </span>
      ),
  },
  plainColumn(({ description }) => description, {
    id: 'reason',
    title: 'Reason',
    rank: 3,
    minWidth: 160,
    className: 'cut',
  }),
  {
    id: 'until',
    title: 'Expires at',
    rank: 0,
    width: 128,
    text: ({ until }) => until ?? 'Indefinitely',
    cell: (silence) => <SilenceEnd silence={silence} onChange={acts?.onChangeEnd} />,
  },
  {
    id: 'by',
    title: 'Created by',
    rank: 2,
    width: 144,
    text: ({ createdBy }) => createdBy?.name ?? null,
    cell: ({ createdBy, source }) => createdBy?.name ?? <span className="faint">{source}</span>,
  },
  ...actColumn('Remove', acts?.onRemove ?? null, ({ name }) => `Remove silence ${name}`, findDisabledReason),
]
