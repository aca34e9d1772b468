import { useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#shared/primitives/format-count.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { sendState } from '#client/features/notifications/sends/send-labels.ts'
import { findResourceHref } from '#client/features/notifications/find-resource-href.ts'
import type { Decision, RuleDecision } from './decisions-api.ts'

const sendingSteps = new Set(['send', 'group', 'wait'])

const toState = ({ sends }: RuleDecision): State => {
  const worst = sends.find(({ status }) => status === 'error' || status === 'attempting_fallback')
  if (worst !== undefined) return sendState(worst.status)
  return sends[0] === undefined ? 'unknown' : sendState(sends[0].status)
}

const stepLabels: Readonly<Record<RuleDecision['step'], string>> = {
  event: 'Other event',
  filter: 'Filtered out',
  recipients: 'No recipients',
  loop: 'Loop prevented',
  repeat: 'Already sent',
  inhibition: 'Inhibited',
  silence: 'Silenced',
  group: 'Sent in a group',
  wait: 'Waiting',
  send: 'Sent',
}

function Recipients({ rule: { recipients, sends, step } }: { readonly rule: RuleDecision }) {
  if (sends.length === 0)
    return sendingSteps.has(step) || recipients.length === 0 ? null : (
      <div className="faint">Recipients if it had been sent: {recipients.map(({ name }) => name).join(', ')}.</div>
    )
  return (
    <ul className="why-sends">
      {sends.map(({ id, recipient, status, error, is_fallback: isFallback, retries }) => (
        <li key={id}>
          <StateMark state={sendState(status)} label={status} />
          <Link className="link" href={`${routes.notifications}?send=${encodeURIComponent(id)}`}>
            {recipient}
          </Link>
          <span className="dim">
            {status}
            {isFallback ? ', as the fallback' : ''}
            {(retries ?? 0) > 1 ? `, ${retries} attempts` : ''}
          </span>
          {error === null ? null : <span className="bad-text">{error}</span>}
        </li>
      ))}
    </ul>
  )
}

function RuleLine({ rule }: { readonly rule: RuleDecision }) {
  return (
    <li className="why-rule">
      <StateMark state={toState(rule)} />
      <div>
        <b>{rule.rule}</b> <span className="dim">{stepLabels[rule.step]}.</span> {rule.said}
        {rule.step === 'silence' ? (
          <>
            {' '}
            <Link className="link" href={routes.silences}>
              Silences
            </Link>
          </>
        ) : null}
        <Recipients rule={rule} />
      </div>
    </li>
  )
}

const shownFirst = 5

const sentFirst = (one: RuleDecision, other: RuleDecision): number =>
  Number(other.sends.length > 0) - Number(one.sends.length > 0)

function Rules({ rules }: { readonly rules: readonly RuleDecision[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = rules.toSorted(sentFirst).slice(0, showsAll ? rules.length : shownFirst)
  const rest = rules.length - shown.length
  return (
    <>
      <ol>
        {shown.map((rule) => (
          <RuleLine key={rule.rule_id} rule={rule} />
        ))}
      </ol>
      {rest === 0 ? null : (
        <Button look="minimal" small onClick={() => setShowsAll(true)}>
          {`Show ${formatCount(rest, 'more rule')}`}
        </Button>
      )}
    </>
  )
}

export function DecisionEntry({ decision }: { readonly decision: Decision }) {
  const { event, resource, happened_at: at, rules } = decision
  const concerned = rules.filter(({ step }) => step !== 'event')
  const others = rules.length - concerned.length
  const href = findResourceHref(resource.kind, resource.id)
  return (
    <article className="why" aria-label={`${event} of ${resource.name}`}>
      <header>
        <span className="mono">{event}</span>
        {href === null ? (
          <span>{resource.name}</span>
        ) : (
          <Link className="link" href={href}>
            {resource.name}
          </Link>
        )}
        <Moment at={at} />
      </header>
      {concerned.length === 0 ? <p className="dim">No rule matched, so no message was sent.</p> : null}
      <Rules rules={concerned} />
      {others === 0 ? null : (
        <details className="faint">
          <summary>{formatCount(others, 'rule is', 'rules are')} for other events</summary>
          {rules
            .filter(({ step }) => step === 'event')
            .map(({ rule }) => rule)
            .join(', ')}
        </details>
      )}
    </article>
  )
}
