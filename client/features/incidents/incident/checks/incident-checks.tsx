import { Link } from 'wouter'
import { useNewestResults } from '#client/features/incidents/incident/evidence/check-evidence.tsx'
import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { ResultStrip } from '#client/ui/charts/result-strip.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { listChecks, type IncidentCheck } from './list-checks.ts'

function CheckNow({ check: { id, name, isDeleted } }: { readonly check: IncidentCheck }) {
  const { results, isStale } = useNewestResults(id)
  const [newest] = results
  const strip = results
    .slice(0, 30)
    .map(({ status }) => (status ? 'p' : 'f'))
    .toReversed()
    .join('')
  const state = newest === undefined ? 'unknown' : newest.status ? 'healthy' : 'unhealthy'
  return (
    <li className="check-now" aria-label={name}>
      <StateMark state={state} stale={isStale || isDeleted} />
      <Link className="link cut" href={`${routes.health}?checkId=${encodeURIComponent(id)}`}>
        {name}
      </Link>
      <ResultStrip results={strip} stale={isStale || isDeleted} />
      <span className="dim tabular">{isDeleted ? 'deleted' : <Age at={newest?.time ?? null} />}</span>
      {newest === undefined || newest.status || isDeleted ? null : (
        <p className="evidence-fails">{newest.error || newest.message}</p>
      )}
    </li>
  )
}

export function IncidentChecks({ hypotheses }: { readonly hypotheses: readonly Hypothesis[] }) {
  const checks = listChecks(hypotheses)
  if (checks.length === 0) return null
  const failing = checks.filter(({ isFailing }) => isFailing).length
  return (
    <section aria-label="Current checks">
      <h3>
        Current checks{' '}
        <span className="dim">{failing === 0 ? 'none failing' : `${failing} of ${checks.length} failing`}</span>
      </h3>
      <ul>
        {checks.map((check) => (
          <CheckNow key={check.id} check={check} />
        ))}
      </ul>
    </section>
  )
}
