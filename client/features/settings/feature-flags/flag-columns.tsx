import { ChevronRight, Lock } from '@blueprintjs/icons'
import { momentColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { Switch } from '#client/ui/form/switch.tsx'
import type { Flag } from './list-flags.ts'

interface FlagActs {
  readonly onOpen: (property: string) => void
  readonly onSwitch: (flag: Flag, on: boolean) => void
  readonly missing: string | undefined
}

function OnCell({ flag, missing, onSwitch }: { readonly flag: Flag } & Pick<FlagActs, 'missing' | 'onSwitch'>) {
  const { feature, source, isOff } = flag
  if (feature === null) return null
  const locked =
    source === 'local' ? 'Set in the file or on the command line of the backend. Change it there.' : missing
  if (locked === undefined)
    return (
      <span className="flag-on">
        <Switch
          label={<span className="visually-hidden">{feature}</span>}
          checked={!isOff}
          onChange={(on) => onSwitch(flag, on)}
        />
      </span>
    )
  return (
    <span className="dim flag-locked" title={locked}>
      <Lock size={12} /> {isOff ? 'off' : 'on'}
    </span>
  )
}

const sources: Readonly<Record<string, string>> = { db: 'database', local: 'local' }

const sourceLabel = ({ source }: Flag) => (source === null ? null : (sources[source] ?? source))

/** A feature has the name of its pages: its property ends in `.disable` while its switch says on. */
const flagName = ({ shows, property }: Pick<Flag, 'shows' | 'property'>): string => shows.split(';')[0] || property

const propertyColumn: ListColumn<Flag> = {
  id: 'property',
  title: 'Property',
  rank: 2,
  minWidth: 210,
  text: ({ property }) => property,
  cell: ({ property, feature }) => (
    <code className="faint" title={feature === null ? undefined : `${property} = true turns the feature off`}>
      {property}
    </code>
  ),
}

export const flagColumns = ({ onOpen, onSwitch, missing }: FlagActs): readonly ListColumn<Flag>[] => [
  {
    id: 'on',
    title: 'On',
    rank: 0,
    width: 64,
    text: ({ feature, isOff }) => (feature === null ? null : isOff ? 'off' : 'on'),
    cell: (flag) => <OnCell flag={flag} missing={missing} onSwitch={onSwitch} />,
  },
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 220,
    text: flagName,
    cell: ({ property, isOff, offWith, ...flag }) => (
      <span className="flag-name">
        <button
          type="button"
          className="text-button medium cut"
          title={flag.shows || undefined}
          onClick={() => onOpen(property)}
        >
          {flagName({ property, ...flag })}
        </button>
        {offWith === null || isOff ? null : <span className="flag-off-with cut">off because {offWith} is off</span>}
      </span>
    ),
  },
  propertyColumn,
  {
    id: 'along',
    title: 'Also turns off',
    rank: 3,
    width: 128,
    text: ({ takesAlong }) => takesAlong,
    cell: ({ takesAlong }) =>
      takesAlong === null ? null : (
        <span className="dim flag-along">
          <ChevronRight size={12} /> {takesAlong}
        </span>
      ),
  },
  {
    id: 'value',
    title: 'Value',
    rank: 1,
    width: 96,
    text: ({ value }) => value,
    cell: ({ value }) => (value === null ? null : <code title={value}>{value}</code>),
  },
  plainColumn(sourceLabel, { id: 'source', title: 'Source', rank: 2, width: 96, className: 'dim' }),
  plainColumn(({ stored }) => stored?.created_by?.name, { id: 'by', title: 'Created By', rank: 5, width: 144 }),
  momentColumn(({ stored }) => stored?.updated_at, { id: 'updated', title: 'Updated At', rank: 6 }),
]
