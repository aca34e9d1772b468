import type { CheckRow } from '#shared/health/check-row.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { checkHref } from '#client/domain/health/check-href.ts'
import { openCheck } from '#client/features/health/use-health-query.ts'

export function CheckLink({ check }: { readonly check: Pick<CheckRow, 'id' | 'name'> }) {
  const handleClick = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openCheck(check.id)
  }
  return (
    <a className="healthy-check" href={checkHref(check.id)} onClick={handleClick}>
      <MiddleCut text={check.name} tail={10} />
    </a>
  )
}
