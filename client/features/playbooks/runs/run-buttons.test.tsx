import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { RunHead } from '#shared/playbooks/run-part.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { createRunHead } from '#client/testing/run-head.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { ApprovalPane } from './approval-pane.tsx'
import { RunButtons } from './run-buttons.tsx'
import { toRunView } from './run-view.ts'

afterEach(() => vi.unstubAllGlobals())

const show = (over: Partial<RunHead>, roles: readonly string[], status: 'live' | 'offline' = 'live') => {
  const view = toRunView([createRunHead(over)])
  if (view === null) throw new Error('no run')
  return render(
    <WithConsole roles={roles}>
      <RunButtons view={view} status={status} />
    </WithConsole>,
  )
}
const canPress = (name: string) => {
  const button = screen.getByRole('button', { name })
  return !button.hasAttribute('disabled') && button.getAttribute('aria-disabled') !== 'true'
}
const mara = { type: 'any' as const, people: ['Mara@Northwind.example'], teams: [] }
const others = { type: 'any' as const, people: ['priya@northwind.example'], teams: ['edge'] }

test.each([
  ['admin', true],
  ['editor', true],
  ['commander', false],
  ['responder', false],
  ['viewer', false],
  ['guest', false],
])('as %s, permission to cancel, approve and rerun is %s [PLAY-11]', (role, allowed) => {
  const { unmount } = show({}, [role])
  expect(canPress('Cancel run')).toBe(allowed)
  unmount()
  const waiting = show({ status: 'pending_approval', approvers: mara }, [role])
  expect(canPress('Approve')).toBe(allowed)
  waiting.unmount()
  show({ status: 'failed' }, [role])
  expect([canPress('Run again'), screen.queryAllByRole('link', { name: 'Run with changes…' }).length]).toEqual([
    allowed,
    allowed ? 1 : 0,
  ])
})

test('a user who is not an approver cannot approve, in any role', () => {
  show({ status: 'pending_approval', approvers: others }, ['admin'])
  expect(canPress('Approve')).toBe(false)
})

test('a finished run cannot be cancelled, and an active one cannot be run again', () => {
  const { unmount } = show({ status: 'completed' }, ['admin'])
  expect(screen.queryByRole('button', { name: 'Cancel run' })).toBeNull()
  unmount()
  show({ status: 'sleeping' }, ['admin'])
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
})

test('all actions are disabled while disconnected, because the state of the run is unknown', () => {
  show({ status: 'pending_approval', approvers: mara }, ['admin'], 'offline')
  expect([canPress('Approve'), canPress('Cancel run')]).toEqual([false, false])
})

test('the user who started a run cannot approve it, and the page shows why', () => {
  const waiting = {
    status: 'pending_approval',
    approvers: mara,
    created_by: { id: '1', name: 'Mara Lindqvist', avatar: null },
  }
  const { unmount } = show(waiting, ['admin'])
  expect(canPress('Approve')).toBe(false)
  unmount()
  const view = toRunView([createRunHead(waiting)])
  render(
    <WithConsole roles={['admin']}>
      <LiveRows rows={{}}>{view && <ApprovalPane view={view} />}</LiveRows>
    </WithConsole>,
  )
  expect(screen.getByText('You started this run. Someone else must approve it.')).toBeDefined()
})

test.each([
  ['an approver without a right to playbooks may approve', 'commander', null, true],
  ['a denied person cannot, with the reason', 'admin', 'A permission denies it.', false],
])('when the backend reports the approvers, %s', async (_, role, refusal, allowed) => {
  const you = { refusal, asPerson: refusal === null, teams: [] }
  const response = { type: 'any', allowSelf: false, people: [], teams: [], you }
  vi.stubGlobal('fetch', async () => Response.json(response))
  show({ status: 'pending_approval', approvers: mara }, [role])
  expect(canPress('Approve')).toBe(!allowed)
  await waitFor(() => expect(canPress('Approve')).toBe(allowed))
})
