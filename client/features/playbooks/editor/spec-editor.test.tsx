import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WithConsole } from '#client/testing/with-console.tsx'
import type { Playbook } from '#client/features/playbooks/playbook-api.ts'
import { dropDraft, readDraft, writeDraft } from '#client/lib/drafts/draft.ts'
import { z } from 'zod'
import { SpecEditor } from './spec-editor.tsx'

const specOf = (title: string) => ({ title, actions: [{ name: 'one', exec: { script: 'date' } }] })
const row = (title: string, updatedAt: string): Playbook => ({
  id: 'b1',
  name: 'roll',
  title,
  icon: '',
  category: '',
  description: '',
  source: 'UI',
  updated_at: updatedAt,
  spec: specOf(title),
})
const mine = 'title: Mine\nactions:\n  - name: one\n    exec:\n      script: date\n'

let stored = row('Read', 'v1')
const patches: (string | null)[] = []
beforeEach(() => {
  stored = row('Theirs', 'v2')
  patches.length = 0
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const { searchParams } = new URL(address, 'http://here')
    if (method !== 'PATCH') return Response.json([stored])
    const over = searchParams.get('updated_at')
    patches.push(over)
    if (over !== `eq.${stored.updated_at}`) return Response.json([])
    stored = row('Mine', 'v3')
    return Response.json([{ id: 'b1' }])
  })
  writeDraft(
    { key: 'playbook b1', version: 1, schema: z.object({ name: z.string(), text: z.string() }) },
    { name: '', text: mine },
  )
})
afterEach(() => vi.unstubAllGlobals())

const page = (playbook: Playbook) => (
  <WithConsole roles={['admin']}>
    <SpecEditor playbook={playbook} />
  </WithConsole>
)

const openAndSave = async () => {
  render(page(row('Read', 'v1')))
  fireEvent.click(await screen.findByRole('button', { name: 'Save playbook' }))
  await screen.findByText('Somebody else saved this playbook meanwhile.')
}

test('a spec that somebody else saved meanwhile is not overwritten; theirs can be taken', async () => {
  await openAndSave()
  expect([patches, stored.title]).toEqual([['eq.v1'], 'Theirs'])
  fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Theirs')
  expect(screen.queryByText('Somebody else saved this playbook meanwhile.')).toBeNull()
})

test.each([
  ['is shown where nothing was typed', false, 'Theirs'],
  ['is said where something was typed, which stays', true, 'Read'],
])('what somebody else saves meanwhile %s', async (_what, isTyped, title) => {
  const draft = { key: 'playbook b1', version: 1, schema: z.object({ name: z.string(), text: z.string() }) }
  if (!isTyped) dropDraft(draft)
  const { rerender } = render(page(row('Read', 'v1')))
  await screen.findByRole('heading', { level: 1, name: 'Read' })
  rerender(page(row('Theirs', 'v2')))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
  expect(screen.queryAllByText('Somebody else saved this playbook meanwhile.')).toHaveLength(isTyped ? 1 : 0)
  expect(readDraft(draft)?.text).toBe(isTyped ? mine : undefined)
})

test('mine is saved over theirs on request', async () => {
  await openAndSave()
  fireEvent.click(screen.getByRole('button', { name: 'Save mine over it' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mine' })).toBeDefined()
  expect([patches, stored.title]).toEqual([['eq.v1', 'eq.v2'], 'Mine'])
})

const asks = { title: 'Asks', actions: [{ name: 'one', http: { url: 'http://127.0.0.1/' } }] }
const refusal = 'Running programs needs write on exec. An administrator can grant it.'
const show = (roles: readonly string[], spec: Playbook['spec']) => {
  const { unmount } = render(
    <WithConsole roles={roles}>
      <SpecEditor playbook={{ ...row('Read', 'v1'), spec }} />
    </WithConsole>,
  )
  const isOff = screen.getByRole('button', { name: 'Save playbook' }).getAttribute('aria-disabled') === 'true'
  const said = screen.queryByText(refusal) !== null
  unmount()
  return { isOff, said }
}

test('who lacks the right to write exec is told before saving what changes the programs that are run', () => {
  const off = { isOff: true, said: true }
  const on = { isOff: false, said: false }
  expect(show(['editor'], asks)).toEqual(off)
  expect(show(['admin'], asks)).toEqual(on)
  expect(show(['editor'], specOf('Other words over the same program'))).toEqual(on)
  expect(show(['editor'], { ...specOf('Read'), parameters: [{ name: 'p' }] })).toEqual(off)
})

test('a save that the backend refuses keeps what was typed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'This document runs programs.' }, { status: 403 }))
  render(
    <WithConsole roles={['admin']}>
      <SpecEditor playbook={row('Read', 'v1')} />
    </WithConsole>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Save playbook' }))
  expect(await screen.findByText(/Nothing was saved. What you typed is still here./)).toBeDefined()
  expect(readDraft({ key: 'playbook b1', version: 1, schema: z.object({ text: z.string() }) })?.text).toBe(mine)
})
