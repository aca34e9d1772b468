import { useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { actOnAll } from './act-on-all.ts'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { countRows, type Bulk, type BulkAction, type BulkChoice } from './bulk.ts'

interface BulkBarProps<R> {
  readonly bulk: Bulk<R>
  readonly rows: readonly R[]
  readonly selected: readonly R[]
  readonly onSelect: (rows: readonly R[]) => void
  readonly onDone: () => void
}

const namedMost = 5

const listNames = (names: readonly string[]): string =>
  names.length <= namedMost
    ? names.join(', ')
    : `${names.slice(0, namedMost).join(', ')} and ${formatCount(names.length - namedMost)} more`

interface ChoicesProps<R> {
  readonly action: BulkChoice<R>
  readonly onChoose: (act: BulkAction<R>['act']) => void
  readonly children: React.ComponentProps<typeof Popover>['children']
}

function Choices<R>({ action, onChoose, children }: ChoicesProps<R>) {
  const menu = (
    <Menu aria-label={action.label}>
      {action.choices.map(({ label, act }) => (
        <MenuItem key={label} text={label} onClick={() => onChoose(act)} />
      ))}
    </Menu>
  )
  return <Popover content={menu}>{children}</Popover>
}

export function BulkBar<R>({ bulk, rows, selected, onSelect, onDone }: BulkBarProps<R>) {
  const { actions, getName } = bulk
  const [busy, setBusy] = useState<string | null>(null)
  const [asked, setAsked] = useState<BulkAction<R> | null>(null)
  const findPossible = ({ isPossible }: Pick<BulkAction<R>, 'isPossible'>) =>
    isPossible ? selected.filter(isPossible) : selected
  const run = async (action: BulkAction<R>) => {
    const { label, done, act } = action
    const chosen = findPossible(action)
    setBusy(label)
    const failures = await actOnAll(chosen, act)
    setBusy(null)
    onDone()
    onSelect(failures.map(({ row }) => row))
    const succeeded = chosen.length - failures.length
    if (succeeded > 0) showToast('success', `${countRows(bulk, succeeded)} ${done}`)
    const [first] = failures
    if (first !== undefined)
      showToast(
        'error',
        `${failures.length} of ${countRows(bulk, chosen.length)} not ${done}. ${getName(first.row)}: ${first.error.message}`,
      )
  }
  const askedCount = asked === null ? '' : countRows(bulk, findPossible(asked).length)
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Selected rows">
      <b>{formatCount(selected.length)} selected</b>
      {actions.map((action) => {
        const count = findPossible(action).length
        const none = count === 0 ? `Not possible for the selected ${bulk.many}.` : undefined
        const button = (
          <Button
            key={action.label}
            small
            busy={busy === action.label}
            disabled={busy !== null}
            disabledReason={none}
            {...('act' in action && {
              onClick: () => (action.consequence === undefined ? void run(action) : setAsked(action)),
            })}
          >
            {count === 0 || count === selected.length ? action.label : `${action.label} (${count})`}
          </Button>
        )
        return 'act' in action || none !== undefined ? (
          button
        ) : (
          <Choices key={action.label} action={action} onChoose={(act) => void run({ ...action, act })}>
            {button}
          </Choices>
        )
      })}
      {selected.length < rows.length ? (
        <Button look="minimal" small onClick={() => onSelect(rows)}>
          {`Select all ${formatCount(rows.length)}`}
        </Button>
      ) : null}
      <Button look="minimal" small onClick={() => onSelect([])}>
        Clear selection
      </Button>
      {asked === null ? null : (
        <ConfirmDialog
          title={`${asked.label} ${askedCount}?`}
          confirmLabel={`${asked.label} ${askedCount}`}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(null)}
        >
          {listNames(findPossible(asked).map(getName))}. {asked.consequence}
        </ConfirmDialog>
      )}
    </div>
  )
}
