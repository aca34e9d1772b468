import { Filter } from '@blueprintjs/icons'
import { useState } from 'react'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { Button } from '#client/ui/button.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { countFilters } from './count-filters.ts'
import './list-head.css'

interface ListFiltersProps {
  readonly children: React.ReactNode
  readonly action?: React.ReactNode
}

/** The style sheet leaves the search in the row and moves everything else into the sheet. */
function FilterSheet({ children }: Pick<ListFiltersProps, 'children'>) {
  const count = countFilters(useQueryParams())
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className="list-head-more"
        icon={<Filter size={14} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {isOpen ? (
        <Modal
          title="Filters"
          foot={
            <Button look="primary" onClick={() => setOpen(false)}>
              Show results
            </Button>
          }
          onClose={() => setOpen(false)}
        >
          <div className="list-head-sheet">{children}</div>
        </Modal>
      ) : null}
    </>
  )
}

export function ListFilters({ children, action }: ListFiltersProps) {
  const isPhone = useIsPhone()
  return (
    <div className="list-head">
      {children}
      {isPhone ? <FilterSheet>{children}</FilterSheet> : null}
      {action === undefined ? null : <div className="list-head-action">{action}</div>}
    </div>
  )
}
