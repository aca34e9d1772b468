import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { healthChecks } from '#shared/health/health-topics.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { setPreferences, type Preferences } from '#client/lib/browser/preferences.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { useFirstSteps } from './use-first-steps.ts'

afterEach(() => {
  setPreferences({ firstSteps: 'automatic' })
  window.history.replaceState(null, '', '/')
})

function Shown() {
  return <p>{useFirstSteps() ?? 'none'}</p>
}

interface Case {
  readonly namespaces: readonly string[]
  readonly role?: string
  readonly firstSteps?: Preferences['firstSteps']
  readonly search?: string
  readonly loading?: string
}

test.each<[string, Case, string]>([
  ['a console that checks only itself', { namespaces: ['quarterdeck'] }, 'checklist'],
  ['a console without checks', { namespaces: [] }, 'checklist'],
  ['a console with checks', { namespaces: ['quarterdeck', 'default'] }, 'none'],
  ['a checklist that was started', { namespaces: ['default'], firstSteps: 'shown' }, 'checklist'],
  ['a hidden checklist', { namespaces: [], firstSteps: 'hidden' }, 'none'],
  ['checks that are not known yet', { namespaces: [], loading: healthChecks.name }, 'unknown'],
  ['people who may not create', { namespaces: ['quarterdeck'], role: 'viewer' }, 'notice'],
  ['people who may not create, on a console with checks', { namespaces: ['default'], role: 'viewer' }, 'none'],
  ['a wall', { namespaces: [], search: '?wall' }, 'none'],
])('%s', (_case, { namespaces, role = 'admin', firstSteps = 'automatic', search = '', loading }, shown) => {
  setPreferences({ firstSteps })
  window.history.replaceState(null, '', `/topology${search}`)
  const checks = namespaces.map((namespace) => [namespace, checkRow({ id: namespace, namespace })])
  render(
    <WithConsole roles={[role]}>
      <LiveRows rows={{ [healthChecks.name]: Object.fromEntries(checks) }} loading={loading}>
        <Shown />
      </LiveRows>
    </WithConsole>,
  )
  expect(screen.getByText(shown)).toBeDefined()
})
