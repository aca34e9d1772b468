import { ChevronDown } from '@blueprintjs/icons'
import { facetTitle, type Facet } from '#shared/health/check-facet.ts'
import { Button } from '#client/ui/button.tsx'
import { Menu, MenuDivider, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'

interface FacetMenuProps {
  readonly label: string
  readonly value: Facet
  readonly fields: readonly Facet[]
  readonly labels: readonly Facet[]
  readonly onChange: (facet: Facet) => void
}

export function FacetMenu({ label, value, fields, labels, onChange }: FacetMenuProps) {
  const item = (facet: Facet) => (
    <MenuItem
      key={facet}
      text={facetTitle(facet)}
      roleStructure="listoption"
      selected={facet === value}
      onClick={() => onChange(facet)}
    />
  )
  return (
    <Popover
      placement="bottom-end"
      kind="listbox"
      content={
        <Menu role="listbox" aria-label={label} className="facet-menu">
          {fields.map(item)}
          {labels.length === 0 ? null : <MenuDivider />}
          {labels.map(item)}
        </Menu>
      }
    >
      <Button look="minimal" small endIcon={<ChevronDown size={12} />}>
        <span className="faint">{label}</span> <span className="facet-value">{facetTitle(value)}</span>
      </Button>
    </Popover>
  )
}
