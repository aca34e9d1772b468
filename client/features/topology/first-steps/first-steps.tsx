import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Resource } from '#shared/access/resources.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { setPreferences } from '#client/lib/browser/preferences.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { AddCheckStep } from './add-check-step.tsx'
import './first-steps.css'
import { isUserNamespace } from './own-namespaces.ts'
import { SamplesStep } from './samples-step.tsx'
import { countQuery, type CountedTable } from './steps-query.ts'

const noParams = {}

interface Step {
  readonly title: string
  readonly text: string
  readonly resource: Resource
  readonly tables: readonly CountedTable[]
  /** Rows that a new console has. */
  readonly present?: number
  readonly href: string
  readonly link: string
}

const hasSignIn = readAuthMode() !== 'standalone'

const steps: readonly Step[] = [
  {
    title: hasSignIn ? 'Add people' : 'Add people or sign-in',
    text: hasSignIn
      ? 'Invite those who are on call, and give them roles.'
      : 'Everyone who reaches this console has all permissions. With AUTH_MODE=identity people sign in.',
    resource: 'identities',
    tables: ['people'],
    present: 1,
    href: hasSignIn ? routes.users : linkTo(routes.doc, { name: 'sign-in' }),
    link: hasSignIn ? 'Invite people' : 'Set up sign-in',
  },
  {
    title: 'Notify me',
    text: 'A rule sends failing checks and incidents by email, chat or webhook.',
    resource: 'notifications',
    tables: ['notifications'],
    href: linkTo(routes.notificationRule, { id: 'new' }),
    link: 'Add notification rule',
  },
  {
    title: 'Import documents',
    text: 'Bring checks, playbooks, topologies and connections from files or another console.',
    resource: 'backup',
    tables: ['playbooks', 'connections', 'topologies'],
    href: routes.backup,
    link: 'Import documents',
  },
  {
    title: 'Connect Kubernetes or a cloud',
    text: 'A scraper fills the catalog with what runs there, and records its changes.',
    resource: 'integrations',
    tables: ['config_scrapers'],
    href: `${routes.integrations}?add=true`,
    link: 'Add integration',
  },
]

const useSteps = () => {
  const allows = useAllows()
  const shown = steps.filter(({ resource }) => allows(resource, 'write') && (resource !== 'backup' || hasOwnBackend()))
  const tables = shown.flatMap((step) => step.tables)
  const counts = useQueries({ queries: tables.map((table) => countQuery(table, true)) })
  const getCount = (table: CountedTable) => counts[tables.indexOf(table)]?.data ?? 0
  return shown.map((step) => ({
    step,
    isDone: step.tables.reduce((sum, table) => sum + getCount(table), 0) > (step.present ?? 0),
  }))
}

function Mark({ isDone }: { readonly isDone: boolean }) {
  return <StateMark state={isDone ? 'healthy' : 'unknown'} label={isDone ? 'Done' : 'To do'} />
}

export function FirstSteps() {
  const { rows } = useTopic(healthChecks, noParams)
  const checks = [...rows.values()].filter(({ namespace }) => isUserNamespace(namespace))
  const hasHealthy = checks.some((check) => toCheckState(check) === 'healthy')
  const others = useSteps()
  const done = [hasHealthy, ...others.map(({ isDone }) => isDone)].filter(Boolean).length
  useEffect(() => {
    setPreferences({ firstSteps: 'shown' })
  }, [])
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">First steps</h2>
        <span className="dim tabular" role="status">
          {done} of {others.length + 1} done
        </span>
        <Button look="minimal" small onClick={() => setPreferences({ firstSteps: 'hidden' })}>
          Hide checklist
        </Button>
      </header>
      <ol>
        <li>
          <Mark isDone={hasHealthy} />
          <div className="first-steps-body">
            <h3>Add a check</h3>
            <AddCheckStep checks={checks} />
            {hasOwnBackend() ? <SamplesStep /> : null}
          </div>
        </li>
        {others.map(({ step: { title, text, href, link }, isDone }) => (
          <li key={title}>
            <Mark isDone={isDone} />
            <div className="first-steps-body">
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <Link href={href} className="bp6-button">
              {link}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
