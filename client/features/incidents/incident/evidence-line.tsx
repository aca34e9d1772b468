import { Link } from 'wouter'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { stateOfStatus } from '#client/ui/state-of-status.ts'
import type { Evidence } from './incident-api.ts'
import { LogEvidence } from './log-evidence.tsx'

interface Thing {
  readonly kind: string
  readonly name: string
  readonly href: string
  readonly state: State | null
}

const stateOf = (status: string | null) => (status === null ? null : stateOfStatus(status))

/** What a piece of evidence is about, and where it leads; null where it is only told, or is there no more. */
const thingOf = ({
  checks,
  configs,
  components,
  config_changes: change,
  config_analysis: insight,
}: Evidence): Thing | null => {
  if (checks)
    return {
      kind: 'check',
      name: checks.name ?? checks.id,
      href: `${routes.health}?checkId=${checks.id}`,
      state: stateOf(checks.status),
    }
  if (change?.config_id)
    return {
      kind: 'change',
      name: change.change_type ?? 'change',
      href: `${linkTo(routes.configItemChanges, { id: change.config_id })}?change=${change.id}`,
      state: null,
    }
  if (insight?.config_id)
    return {
      kind: 'insight',
      name: insight.analyzer ?? 'insight',
      href: linkTo(routes.configItemInsights, { id: insight.config_id }),
      state: null,
    }
  if (configs)
    return {
      kind: 'item',
      name: configs.name ?? configs.id,
      href: linkTo(routes.configItem, { id: configs.id }),
      state: stateOf(configs.health),
    }
  if (components)
    return {
      kind: 'component',
      name: components.name ?? components.id,
      href: linkTo(routes.topologyItem, { id: components.id }),
      state: stateOf(components.health),
    }
  return null
}

/** One piece of evidence: what it is about as it is now, why it is here, and since when. */
export function EvidenceLine({ evidence }: { readonly evidence: Evidence }) {
  const thing = thingOf(evidence)
  return (
    <li className="evidence">
      <span className="faint">{evidence.type === 'log' ? 'log' : (thing?.kind ?? evidence.type)}</span>
      {thing === null ? null : (
        <>
          {thing.state === null ? null : <StateMark state={thing.state} />}
          <Link className="link cut" href={thing.href}>
            {thing.name}
          </Link>
        </>
      )}
      <span className="evidence-why" title={evidence.description}>
        {evidence.description}
      </span>
      <span className="dim">
        <Age at={evidence.created_at} />
      </span>
      {evidence.type === 'log' && evidence.evidence ? <LogEvidence lines={evidence.evidence} /> : null}
    </li>
  )
}
