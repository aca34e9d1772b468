import { ChevronLeft, ChevronRight, Pin } from '@blueprintjs/icons'
import { flushSync } from 'react-dom'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import type { ChoosableColumn, ColumnChooserProps } from './column-chooser.tsx'
import { canMoveColumn, moveColumn, pinColumn, showColumn } from './change-column.ts'
import { changeColumns, useColumnChoice } from './column-choice.ts'
import './column-list.css'
import { noSettings, orderColumns, type ColumnSettings } from './column-settings.ts'
import { isChoosable, isWanted } from './fit-columns.ts'
import { rowHeightOptions } from './row-height-options.ts'

interface EntryProps extends Pick<ColumnChooserProps, 'columns'> {
  readonly column: ChoosableColumn
  readonly settings: ColumnSettings
  readonly onChange: (settings: ColumnSettings) => void
}

const moves = [
  { by: -1, side: 'left', icon: <ChevronLeft size={14} /> },
  { by: 1, side: 'right', icon: <ChevronRight size={14} /> },
] as const

function Entry({ column, columns, settings, onChange }: EntryProps) {
  const { id, title } = column
  const isPinned = settings.pinned.includes(id)
  return (
    <li>
      <label className="cut">
        <input
          type="checkbox"
          checked={isWanted(column, settings)}
          disabled={!isChoosable(column)}
          onChange={({ currentTarget }) => onChange(showColumn(settings, id, currentTarget.checked))}
        />
        {title}
      </label>
      {moves.map(({ by, side, icon }) => (
        <Button
          key={side}
          look="minimal"
          small
          icon={icon}
          aria-label={`Move ${title} ${side}`}
          tooltip={`Move ${side}`}
          disabledReason={canMoveColumn(columns, settings, id, by) ? undefined : `No column further ${side}`}
          onClick={({ currentTarget }) => {
            flushSync(() => onChange(moveColumn(columns, settings, id, by)))
            // The moved entry loses the focus.
            currentTarget.focus()
          }}
        />
      ))}
      <Button
        look="minimal"
        small
        icon={<Pin size={14} />}
        active={isPinned}
        aria-pressed={isPinned}
        aria-label={`Pin ${title}`}
        tooltip={isPinned ? 'Unpin' : 'Pin to the left'}
        onClick={({ currentTarget }) => {
          flushSync(() => onChange(pinColumn(settings, id, !isPinned)))
          currentTarget.focus()
        }}
      />
    </li>
  )
}

export function ColumnList({ table, columns }: ColumnChooserProps) {
  const settings = useColumnChoice(table)
  const rowHeight = usePreferences((preferences) => preferences.rowHeight)
  const change = (next: ColumnSettings) => changeColumns(table, next)
  return (
    <div className="column-list">
      <ul aria-label="Columns">
        {orderColumns(columns, settings)
          .filter(({ title }) => title !== '')
          .map((column) => (
            <Entry key={column.id} column={column} columns={columns} settings={settings} onChange={change} />
          ))}
      </ul>
      <p>
        Drag the edge of a header to change its width, or press <kbd>Shift ←</kbd> or <kbd>Shift →</kbd> on it.
      </p>
      <div className="column-list-foot">
        <Segmented
          label="Rows of all lists"
          value={rowHeight}
          options={rowHeightOptions}
          onChange={(next) => setPreferences({ rowHeight: next })}
        />
        <Button look="minimal" small onClick={() => change(noSettings)}>
          Reset columns
        </Button>
      </div>
    </div>
  )
}
