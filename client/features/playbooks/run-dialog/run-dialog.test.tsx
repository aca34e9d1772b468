import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { setBackend } from '#client/testing/set-backend.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import type { Playbook } from '#client/features/playbooks/playbook-api.ts'
import { RunDialog } from './run-dialog.tsx'

type Reply = object | (() => Response | Promise<Response>)
let replies: Record<string, Reply> = {}
const sent: { readonly path: string; readonly body: unknown }[] = []

const preview = {
  token: 't',
  expiresAt: '2099-01-01T00:00:00Z',
  target: null,
  steps: [
    { name: 'roll', kind: 'exec', rendered: 'script: echo roll', command: [{ text: 'echo roll', isFilled: false }] },
  ],
  approvers: null,
  running: [],
  last: [],
}
const notFound = () => Response.json({ message: 'Not Found' }, { status: 404 })
const run = (over: object) => ({ id: 'r1', created_at: '2026-11-21T08:00:00Z', playbooks: null, ...over })

beforeEach(() => {
  sent.length = 0
  replies = { '/api/playbook/b1/preflight': preview, '/api/playbook/run': { run_id: 'r9' } }
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const path = address.replace(/\?.*/, '')
    sent.push({ path: address, body: body === undefined ? undefined : JSON.parse(body) })
    const reply = replies[path]
    if (typeof reply === 'function') return reply()
    return reply === undefined ? notFound() : Response.json(reply)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

const playbook: Playbook = {
  id: 'b1',
  name: 'roll',
  title: 'Roll the pods',
  icon: '',
  category: '',
  description: '',
  source: '',
  updated_at: '',
  spec: {},
}
const checkout: RunTarget = { kind: 'check', id: 'c1', name: 'checkout' }

interface Shown {
  readonly spec?: Playbook['spec']
  readonly target?: RunTarget
  readonly roles?: readonly string[]
}

const show = async (params: readonly PlaybookParameter[], { spec = {}, target, roles = ['admin'] }: Shown = {}) => {
  replies['/api/playbook/b1/params'] ??= { params }
  render(
    <WithConsole roles={roles}>
      <RunDialog playbook={{ ...playbook, spec }} {...(target && { target })} onClose={() => undefined} />
    </WithConsole>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Run Playbook' }))
  return {
    dialog,
    canRun: () => {
      const button = dialog.getByRole('button', { name: 'Run playbook' })
      return !button.hasAttribute('disabled') && button.getAttribute('aria-disabled') !== 'true'
    },
    type: async (label: string, value: string) =>
      fireEvent.change(await dialog.findByLabelText(label), { target: { value } }),
  }
}

const text = (properties: PlaybookParameter['properties'], type?: PlaybookParameter['type']): PlaybookParameter => ({
  name: 'field',
  label: 'Field',
  ...(type !== undefined && { type }),
  ...(properties !== undefined && { properties }),
})

test.each([
  ['a text below its min', 'PLAY-26', text({ format: 'number', min: 1 }), '0', 'Must be at least 1', '1'],
  ['a text above its max', 'PLAY-27', text({ format: 'number', max: 6 }), '7', 'Must be at most 6', '6'],
  ['a text that is too short', 'PLAY-28', text({ minLength: 3 }), 'ab', 'Must have at least 3 characters', 'abc'],
  ['a text that is too long', 'PLAY-29', text({ maxLength: 2 }), 'abc', 'Must have at most 2 characters', 'ab'],
  ['a text that does not match its pattern', 'PLAY-30', text({ regex: '^INC' }), 'because', 'Must match ^INC', 'INC-1'],
  ['a text instead of a number', 'PLAY-34', text({ format: 'number' }), 'two', 'This field must be a number', '2'],
  [
    'bytes without a number',
    'PLAY-31',
    text(undefined, 'bytes'),
    'much',
    'Must be a number with Mi, Gi or Ti, such as 512Mi',
    '12',
  ],
  [
    'millicores without a number',
    'PLAY-32',
    text({ format: 'millicores' }),
    'half',
    'Must be a whole number with m, such as 250m',
    '250',
  ],
  [
    'an invalid DNS name',
    'PLAY-33',
    text({ format: 'dns1123' }),
    'Ab_c',
    "Use only a-z, 0-9, '-' and '.'; begin and end with a-z or 0-9",
    'a-b.c',
  ],
])(
  'shows an error below the field for %s until it is valid [%s,PLAY-19]',
  async (_case, _row, parameter, bad, message, good) => {
    const { dialog, canRun, type } = await show([parameter])
    await type('Field', bad)
    expect(await dialog.findByText(message)).toBeDefined()
    expect(dialog.getByLabelText('Field').getAttribute('aria-invalid')).toBe('true')
    expect(dialog.getByText('1 field has errors')).toBeDefined()
    expect(canRun()).toBe(false)
    await type('Field', good)
    await waitFor(() => expect(dialog.queryByText(message)).toBeNull())
    expect(canRun()).toBe(true)
  },
)

test('fields start with their typed defaults, and sent values include units [PLAY-25,PLAY-31,PLAY-32]', async () => {
  const { dialog, type } = await show([
    { name: 'reason', label: 'Reason', default: 'INC-1' },
    { name: 'memory', label: 'Memory', type: 'bytes', default: '2Gi' },
    { name: 'disk', label: 'Disk', type: 'bytes' },
    { name: 'cpu', label: 'CPU', type: 'millicores', default: '500m' },
    { name: 'force', label: 'Force', type: 'checkbox', default: 'true' },
    {
      name: 'mode',
      label: 'Mode',
      type: 'list',
      default: 'slow',
      properties: { options: [{ label: 'Slowly', value: 'slow' }, { value: 'fast' }] },
    },
    { name: 'token', label: 'Token', type: 'secret' },
  ])
  await dialog.findByLabelText('Reason')
  const values = ['Reason', 'Memory', 'Unit of Memory', 'Unit of Disk', 'CPU', 'Mode'].map((label) => {
    const field = dialog.getByLabelText(label)
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : null
  })
  expect(values).toEqual(['INC-1', '2', 'Gi', 'Mi', '500', 'slow'])
  expect(dialog.getByLabelText('Force')).toHaveProperty('checked', true)
  expect(dialog.getByLabelText('Token').getAttribute('type')).toBe('password')
  await type('Disk', '20')
  await type('CPU', '250')
  fireEvent.click(dialog.getByLabelText('Force'))
  fireEvent.click(dialog.getByRole('button', { name: 'Run playbook' }))
  await waitFor(() => expect(window.location.pathname).toBe('/playbooks/runs/r9'))
  expect(sent.find(({ path }) => path === '/api/playbook/run')?.body).toEqual({
    id: 'b1',
    params: { reason: 'INC-1', memory: '2Gi', disk: '20Mi', cpu: '250m', force: 'false', mode: 'slow' },
  })
})

test('opens without errors and with the focus on the first field; submitting leads to the first invalid field', async () => {
  const { dialog, canRun } = await show([
    { name: 'batch', label: 'Batch', default: '2' },
    { name: 'reason', label: 'Reason', required: true },
    { name: 'host', label: 'Host', required: true },
  ])
  const batch = await dialog.findByLabelText('Batch')
  await waitFor(() => expect(document.activeElement).toBe(batch))
  expect(canRun()).toBe(false)
  expect(dialog.queryByText(/has errors|have errors/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Run playbook' }))
  expect(await dialog.findByText('2 fields have errors')).toBeDefined()
  expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
  expect(sent.some(({ path }) => path === '/api/playbook/run')).toBe(false)
})

test('a playbook without parameters shows that and can run [PLAY-18]', async () => {
  const { dialog, canRun } = await show([])
  expect(await dialog.findByText('No parameters for this playbook.')).toBeDefined()
  expect(canRun()).toBe(true)
})

test('a playbook that needs a target asks for one and cannot run without it [PLAY-16,PLAY-17]', async () => {
  const { dialog, canRun } = await show([], { spec: { checks: [{}] } })
  expect(dialog.getByText('Please select a resource to see the parameters.')).toBeDefined()
  expect([canRun(), sent]).toEqual([false, []])
})

test('the button is busy and ignores clicks while the run is starting [PLAY-19,PLAY-20]', async () => {
  replies['/api/playbook/run'] = () => new Promise<Response>(() => undefined)
  const { dialog } = await show([])
  await dialog.findByText('No parameters for this playbook.')
  fireEvent.click(dialog.getByRole('button', { name: 'Run playbook' }))
  expect(dialog.getByRole('button', { name: 'Running...' })).toHaveProperty('disabled', true)
})

test('a rejected run shows the reason and keeps the input [PLAY-22]', async () => {
  replies['/api/playbook/run'] = () => Response.json({ error: 'the agent is away' }, { status: 400 })
  const { dialog, type } = await show([text(undefined)])
  await type('Field', 'typed')
  fireEvent.click(dialog.getByRole('button', { name: 'Run playbook' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('the agent is away')
  expect(dialog.getByLabelText('Field')).toHaveProperty('value', 'typed')
})

test('the button is disabled for a role that cannot start runs [PLAY-11]', async () => {
  const { dialog, canRun } = await show([], { roles: ['viewer'] })
  await dialog.findByText('No parameters for this playbook.')
  expect(canRun()).toBe(false)
})

test('a backend without previews still shows active and recent runs', async () => {
  replies['/api/playbook/b1/preflight'] = notFound
  replies['/api/db/playbooks'] = [{ id: 'b1' }]
  replies['/api/db/checks'] = [checkout]
  replies['/api/db/playbook_runs'] = [
    run({ status: 'failed', error: 'quota', start_time: '2026-11-21T08:00:00Z', end_time: '2026-11-21T08:00:04Z' }),
  ]
  const { dialog } = await show([], { target: checkout })
  expect(await dialog.findByText('This backend does not support previews of the steps of a run.')).toBeDefined()
  expect(dialog.getByText('quota')).toBeDefined()
  const requests = sent.filter(({ path }) => path.startsWith('/api/db/playbook_runs'))
  expect(requests.map(({ path }) => new URL(path, 'http://here').searchParams.get('status'))).toEqual([
    'not.in.(completed,failed,cancelled,timed_out)',
    'in.(completed,failed,cancelled,timed_out)',
  ])
  expect(requests.every(({ path }) => path.includes('check_id=eq.c1'))).toBe(true)
})

test('a production backend gets no preview request, which it does not support', async () => {
  setBackend('remote')
  replies['/api/db/playbooks'] = [{ id: 'b1' }]
  replies['/api/db/checks'] = [checkout]
  replies['/api/db/playbook_runs'] = []
  const { dialog } = await show([], { target: checkout })
  expect(await dialog.findByText('This backend does not support previews of the steps of a run.')).toBeDefined()
  expect(sent.filter(({ path }) => path.includes('preflight'))).toEqual([])
})

test('a deleted playbook is reported as deleted', async () => {
  replies['/api/playbook/b1/params'] = notFound
  replies['/api/db/playbooks'] = []
  const { dialog } = await show([])
  expect(await dialog.findByText('This playbook was deleted and can no longer be run.')).toBeDefined()
})
