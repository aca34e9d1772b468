import { ListColumns } from '@blueprintjs/icons'
import { Button } from '#client/ui/button.tsx'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { chooseColumn, forgetColumns, useColumnChoice } from './column-choice.ts'
import { isChoosable, isWanted } from './fit-columns.ts'
import type { ListColumn } from './list-column.ts'

export type ChoosableColumn = Pick<ListColumn<never>, 'id' | 'title' | 'rank' | 'isOptional'>

interface ColumnChooserProps {
  readonly table: string
  readonly columns: readonly ChoosableColumn[]
}

export function ColumnChooser({ table, columns }: ColumnChooserProps) {
  const chosen = useColumnChoice(table)
  return (
    <Popover
      placement="bottom-end"
      kind="listbox"
      content={
        <Menu role="listbox" aria-label="Columns" aria-multiselectable>
          {columns.filter(isChoosable).map((column) => {
            const isShown = isWanted(column, chosen)
            return (
              <MenuItem
                key={column.id}
                text={column.title}
                roleStructure="listoption"
                selected={isShown}
                shouldDismissPopover={false}
                onClick={() => chooseColumn(table, column.id, !isShown)}
              />
            )
          })}
          <MenuDivider />
          <MenuItem text="Reset columns" roleStructure="listoption" onClick={() => forgetColumns(table)} />
        </Menu>
      }
    >
      <Button look="minimal" small icon={<ListColumns size={14} />} aria-label="Columns" />
    </Popover>
  )
}
