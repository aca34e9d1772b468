import { ChevronRight, Lock } from '@blueprintjs/icons'
import type { Column } from '#client/ui/table/data-table.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import type { Flag } from './list-flags.ts'

interface FlagActs {
  readonly onOpen: (property: string) => void
  readonly onSwitch: (flag: Flag, on: boolean) => void
  /** What is missing to change anything; undefined when nothing is. */
  readonly missing: string | undefined
}

function OnCell({ flag, missing, onSwitch }: { readonly flag: Flag } & Pick<FlagActs, 'missing' | 'onSwitch'>) {
  const { feature, source, isOff } = flag
  if (feature === null) return null
  const locked = source === 'local' ? 'Set on the machine: it can be changed there alone.' : missing
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
    <span className="flag-locked" title={locked}>
      <Lock size={12} /> {isOff ? 'off' : 'on'}
    </span>
  )
}

const sources: Readonly<Record<string, string>> = { db: 'database', local: 'local' }

/** The columns of the page that so many pixels have room for. */
export const flagColumns = (width: number, { onOpen, onSwitch, missing }: FlagActs): readonly Column<Flag>[] => {
  const on: Column<Flag> = {
    id: 'on',
    header: 'On',
    width: '4rem',
    cell: (flag) => <OnCell flag={flag} missing={missing} onSwitch={onSwitch} />,
  }
  const name: Column<Flag> = {
    id: 'name',
    header: 'Name',
    cell: ({ property, feature, isOff, offWith }) => (
      <span className="flag-name">
        <button type="button" className="flag-open cut" onClick={() => onOpen(property)}>
          {feature ?? property}
          {feature === null ? null : <span className="faint">.disable</span>}
        </button>
        {offWith === null || isOff ? null : <span className="flag-off-with cut">off with {offWith}</span>}
      </span>
    ),
  }
  const shows: Column<Flag> = {
    id: 'shows',
    header: 'Description',
    cell: ({ shows: text }) => <span className="dim">{text}</span>,
  }
  const along: Column<Flag> = {
    id: 'along',
    header: 'Also turns off',
    width: '8rem',
    cell: ({ takesAlong }) =>
      takesAlong === null ? null : (
        <span className="flag-along">
          <ChevronRight size={12} /> {takesAlong}
        </span>
      ),
  }
  const value: Column<Flag> = {
    id: 'value',
    header: 'Value',
    width: '7rem',
    cell: ({ value: text }) => (text === null ? null : <code title={text}>{text}</code>),
  }
  const source: Column<Flag> = {
    id: 'source',
    header: 'Source',
    width: '6rem',
    cell: ({ source: from }) => (from === null ? null : <span className="dim">{sources[from] ?? from}</span>),
  }
  const by: Column<Flag> = {
    id: 'by',
    header: 'Created By',
    width: '9rem',
    cell: ({ stored }) => stored?.created_by?.name ?? null,
  }
  const updated: Column<Flag> = {
    id: 'updated',
    header: 'Updated At',
    width: '9rem',
    align: 'end',
    cell: ({ stored }) => (stored?.updated_at ? <Moment at={stored.updated_at} /> : null),
  }
  if (width <= 640) return [on, name]
  return width <= 1100 ? [on, name, along, value, source] : [on, name, shows, along, value, source, by, updated]
}
