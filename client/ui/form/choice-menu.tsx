import { ChevronDown } from '@blueprintjs/icons'
import { Fragment } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import './choice-menu.css'
import type { SelectProps } from './select.tsx'

interface ChoiceMenuProps<V extends string> extends SelectProps<V> {
  /** Text of the button instead of the chosen option. */
  readonly summary?: string | undefined
  readonly look?: 'minimal'
  readonly onApproach?: () => void
}

/** One of several values, beside other filters. Forms use `Select`. */
export function ChoiceMenu<V extends string>(props: ChoiceMenuProps<V>) {
  const { label, value, options, summary, onChange, look, onApproach } = props
  const chosen = options.find((option) => option.value === value)
  const groups = [...new Set(options.map(({ group }) => group))]
  const list = (
    <Menu role="listbox" aria-label={label} className="choice-menu">
      {groups.map((group) => (
        <Fragment key={group ?? ''}>
          {group === undefined ? null : <MenuDivider title={group} />}
          {options
            .filter((option) => option.group === group)
            .map((option) => (
              <MenuItem
                key={option.value}
                text={option.label}
                roleStructure="listoption"
                selected={option === chosen}
                onClick={() => onChange(option.value)}
              />
            ))}
        </Fragment>
      ))}
    </Menu>
  )
  return (
    <Popover
      kind="listbox"
      content={list}
      onApproach={onApproach}
      {...(look === 'minimal' && { placement: 'bottom-end' })}
    >
      <Button
        className="choice-menu-button"
        endIcon={<ChevronDown size={12} />}
        {...(look === 'minimal' && { look, small: true })}
      >
        <span className="faint">{label}</span>{' '}
        <span className="choice-menu-value">{summary ?? chosen?.label ?? value}</span>
      </Button>
    </Popover>
  )
}
