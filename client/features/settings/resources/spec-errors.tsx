import { formatCount } from '#shared/primitives/format-count.ts'
import type { SpecDiagnostic } from '#client/ui/editor/spec-document.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { formatSpecError } from './resource-form.ts'

const shownMax = 20

interface SpecErrorsProps {
  readonly errors: readonly SpecDiagnostic[]
  /** The request that validates the spec failed. */
  readonly failure: Error | null
  readonly onGo: (offset: number) => void
}

/** Each leads to its line in the code. */
export function SpecErrors({ errors, failure, onGo }: SpecErrorsProps) {
  const more = errors.length - shownMax
  const shown = errors.toSorted((a, b) => a.from - b.from).slice(0, shownMax)
  return (
    <div className="spec-errors" role="status">
      {errors.length === 0 ? null : (
        <ul aria-label="Errors of the spec">
          {shown.map((error) => (
            <li key={`${error.from} ${error.message}`}>
              <button type="button" className="resource-error" onClick={() => onGo(error.from)}>
                <StateMark state="unhealthy" label="" /> {formatSpecError(error)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p className="dim">{formatCount(more)} more errors</p> : null}
      {failure === null ? null : <p className="dim">{`Validated by the schema only: ${failure.message}`}</p>}
    </div>
  )
}
