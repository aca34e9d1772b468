import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WithConsole } from '#client/testing/with-console.tsx'
import { RejectedDocuments } from './rejected-documents.tsx'

afterEach(() => vi.unstubAllGlobals())

const document = (file: string, kind: string, hasText = true) => ({
  id: file,
  file,
  line: 5,
  column: 3,
  kind,
  name: 'web',
  namespace: 'shop',
  reason: 'spec.nonsense: unknown field.',
  hasText,
})
const draw = (rejected: readonly ReturnType<typeof document>[], kinds?: readonly string[]) => {
  vi.stubGlobal('fetch', async (path: string) => {
    const { searchParams } = new URL(path, 'http://console.test')
    const wanted = searchParams.get('kinds')?.split(',')
    const listed = rejected.filter(({ kind }) => wanted === undefined || wanted.includes(kind))
    const offset = Number(searchParams.get('offset'))
    return Response.json({
      total: listed.length,
      documents: listed.slice(offset, offset + Number(searchParams.get('limit'))),
    })
  })
  render(
    <WithConsole roles={['admin']}>
      <RejectedDocuments {...(kinds && { kinds })} />
    </WithConsole>,
  )
}

test('lists documents with file, line, kind, name and reason, and opens the file of those with a text', async () => {
  draw([document('tell.yaml', 'Notification'), document('web.yaml', 'Canary', false)])
  const items = await screen.findAllByRole('listitem')
  expect(screen.getByText('2 documents rejected')).toBeDefined()
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'tell.yaml:5Notification shop/webspec.nonsense: unknown field.Open file',
    'web.yaml:5Canary shop/webspec.nonsense: unknown field.',
  ])
  expect(screen.getByRole('button', { name: 'Open tell.yaml at line 5' })).toBeDefined()
})

test('shows the first three until all are asked for', async () => {
  draw(['a', 'b', 'c', 'd'].map((name) => document(`${name}.yaml`, 'Canary')))
  expect((await screen.findAllByRole('listitem')).length).toBe(3)
  screen.getByRole('button', { name: 'Show all 4' }).click()
  await vi.waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(4))
})

test('shows all of several pages', async () => {
  draw(Array.from({ length: 450 }, (_, index) => document(`${index}.yaml`, 'Canary')))
  ;(await screen.findByRole('button', { name: 'Show all 450' })).click()
  await vi.waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(450))
  expect(screen.getByText('450 documents rejected')).toBeDefined()
})

test('shows only the kinds of its page', async () => {
  draw([document('tell.yaml', 'Notification'), document('web.yaml', 'Canary')], ['Canary'])
  expect(await screen.findByText('1 document rejected')).toBeDefined()
  expect(screen.queryByText('tell.yaml:5')).toBeNull()
})
