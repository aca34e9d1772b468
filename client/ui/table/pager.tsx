import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { pageSizes as allPageSizes } from '#client/lib/address/page-sizes.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/form/select.tsx'
import './pager.css'

interface PagerProps {
  readonly pageIndex: number
  readonly pageSize: number
  readonly total: number
  readonly pageSizes?: readonly number[]
  readonly onPage: (pageIndex: number) => void
  readonly onPageSize: (pageSize: number) => void
}

function PageNumber({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    const wanted = Number(typed)
    setTyped(null)
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1 && wanted <= count) onPage(wanted)
  }
  return (
    <input
      className="bp6-input pager-number tabular"
      type="number"
      aria-label="Page"
      min={1}
      max={count}
      readOnly={count === 1}
      value={typed ?? page}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}

export function Pager({ pageIndex, pageSize, total, pageSizes = allPageSizes, onPage, onPageSize }: PagerProps) {
  const count = Math.max(1, Math.ceil(total / pageSize))
  const sizes = [...new Set([...pageSizes, pageSize])].toSorted((a, b) => a - b)
  const first = total === 0 ? 0 : pageIndex * pageSize + 1
  const last = Math.min(total, (pageIndex + 1) * pageSize)
  return (
    <nav className="pager tabular" aria-label="Pages">
      Rows
      <Select
        label="Rows per page"
        value={String(pageSize)}
        options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => onPageSize(Number(size))}
      />
      <span>
        {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
      </span>
      <span className="pager-pages">
        <Button
          look="minimal"
          small
          icon={<ChevronLeft size={14} />}
          aria-label="Previous page"
          disabled={pageIndex === 0}
          onClick={() => onPage(pageIndex - 1)}
        />
        Page
        <PageNumber page={pageIndex + 1} count={count} onPage={(page) => onPage(page - 1)} />
        of {formatCount(count)}
        <Button
          look="minimal"
          small
          icon={<ChevronRight size={14} />}
          aria-label="Next page"
          disabled={pageIndex >= count - 1}
          onClick={() => onPage(pageIndex + 1)}
        />
      </span>
    </nav>
  )
}
