import { Menu, MenuItem } from '@blueprintjs/core'
import { ChevronDown, Time } from '@blueprintjs/icons'
import { healthRanges, type HealthRange } from '#shared/health/health-range.ts'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'

interface RangeMenuProps {
  readonly range: HealthRange
  readonly onChange: (range: HealthRange) => void
}

/** The time range of the page and its graphs, from a short list (ledger HEALTH-42). */
export function RangeMenu({ range, onChange }: RangeMenuProps) {
  return (
    <Popover
      kind="listbox"
      content={
        <Menu role="listbox" aria-label="Time range" className="range-menu">
          {healthRanges.map((choice) => (
            <MenuItem
              key={choice}
              text={choice}
              roleStructure="listoption"
              selected={choice === range}
              onClick={() => onChange(choice)}
            />
          ))}
        </Menu>
      }
    >
      <Button icon={<Time />} endIcon={<ChevronDown size={12} />} className="range-button">
        <span className="faint">Last</span> {range}
      </Button>
    </Popover>
  )
}
