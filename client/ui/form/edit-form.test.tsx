import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { hasUnsaved } from '#client/lib/drafts/unsaved.ts'
import { EditForm } from './edit-form.tsx'
import { TextField } from './text-field.tsx'
import { useEditForm } from './use-edit-form.ts'

const shape = z.object({ name: z.string(), reason: z.string() })
const schema = shape.extend({
  name: z.string().trim().min(1, 'This field is required'),
  reason: z.string().min(3, 'Say why, in three letters or more'),
})
const draft = { key: 'silence', version: 1, schema: shape }
const empty = { name: '', reason: '' }

const sent: z.infer<typeof shape>[] = []
const settlers: ((error?: Error) => void)[] = []
beforeEach(() => {
  sent.length = 0
  settlers.length = 0
})

interface SilenceProps {
  readonly initial?: z.infer<typeof shape>
  readonly canSave?: boolean
}

function Silence({ initial = empty, canSave = true }: SilenceProps) {
  const { form, isChanged, isSaving, error, submit, giveUp } = useEditForm({
    schema,
    initial,
    draft,
    canSave: () => canSave,
    save: (values) => {
      sent.push(values)
      return new Promise<void>((resolve, reject) =>
        settlers.push((failure) => (failure === undefined ? resolve() : reject(failure))),
      )
    },
  })
  return (
    <>
      <EditForm label="Save" isSaving={isSaving} onSubmit={submit}>
        <TextField control={form.control} name="name" label="Name" help="Display name" />
        <TextField control={form.control} name="reason" label="Reason" />
      </EditForm>
      <button type="button" onClick={giveUp}>
        Discard
      </button>
      <output>{error?.message ?? (isSaving ? 'saving' : isChanged ? 'changed' : 'unchanged')}</output>
    </>
  )
}

const show = (props: SilenceProps = {}) => {
  const client = new QueryClient()
  const drawn = (next: SilenceProps) => (
    <QueryClientProvider client={client}>
      <Silence {...next} />
    </QueryClientProvider>
  )
  const { rerender, unmount } = render(drawn(props))
  return { unmount, draw: (next: SilenceProps) => rerender(drawn(next)) }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = () => fireEvent.submit(field('Name'))
const state = () => screen.getByRole('status').textContent
const described = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent

test('a failed submit shows each error in place of its help, focuses the first, and typing clears it', async () => {
  show()
  type('Reason', 'no')
  expect([described('Name'), field('Reason').getAttribute('aria-invalid')]).toEqual(['Display name', 'false'])
  press()
  expect(await screen.findByText('This field is required')).toBeDefined()
  expect([described('Name'), described('Reason')]).toEqual([
    'This field is required',
    'Say why, in three letters or more',
  ])
  expect(document.activeElement).toBe(field('Name'))
  type('Name', 'disk')
  await waitFor(() => expect(described('Name')).toBe('Display name'))
  expect(field('Reason').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('Ctrl-Enter in any field submits', async () => {
  show()
  type('Name', 'disk')
  type('Reason', 'planned')
  fireEvent.keyDown(field('Reason'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent).toEqual([{ name: 'disk', reason: 'planned' }]))
})

test('two clicks save once; fields are read-only meanwhile, and afterwards nothing is unsaved', async () => {
  show()
  type('Name', ' disk ')
  type('Reason', 'planned')
  expect([state(), hasUnsaved()]).toEqual(['changed', true])
  press()
  press()
  await waitFor(() => expect(state()).toBe('saving'))
  expect(field('Name').matches(':disabled')).toBe(true)
  press()
  settlers[0]?.()
  await waitFor(() => expect(state()).toBe('unchanged'))
  expect(sent).toEqual([{ name: 'disk', reason: 'planned' }])
  expect([field('Name').matches(':disabled'), hasUnsaved(), localStorage.length]).toEqual([false, false, 0])
})

test('a failure keeps the input and restores the focus, and a retry can succeed', async () => {
  show()
  field('Reason').focus()
  type('Name', 'disk')
  type('Reason', 'planned')
  press()
  await waitFor(() => expect(settlers).toHaveLength(1))
  // Browsers blur a disabled field; jsdom does not.
  field('Reason').blur()
  settlers[0]?.(new Error('The relay is away'))
  await waitFor(() => expect(state()).toBe('The relay is away'))
  expect([field('Reason').value, document.activeElement]).toEqual(['planned', field('Reason')])
  press()
  await waitFor(() => expect(settlers).toHaveLength(2))
  settlers[1]?.()
  await waitFor(() => expect(state()).toBe('unchanged'))
})

test('restores typed input after a reload until it is discarded', async () => {
  const { unmount } = show()
  type('Name', 'disk')
  unmount()
  const again = show()
  expect([field('Name').value, state()]).toEqual(['disk', 'changed'])
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect([field('Name').value, state()]).toEqual(['', 'unchanged'])
  again.unmount()
  show()
  expect(field('Name').value).toBe('')
})

test('the form follows its initial value only while nothing was typed', async () => {
  const { draw } = show()
  draw({ initial: { name: 'disk', reason: 'planned' } })
  expect([field('Name').value, state(), localStorage.length]).toEqual(['disk', 'unchanged', 0])
  type('Reason', 'mine')
  draw({ initial: { name: 'load', reason: 'theirs' } })
  expect([field('Name').value, field('Reason').value]).toEqual(['disk', 'mine'])
})

test('without write permission shows errors and sends nothing', async () => {
  show({ canSave: false })
  press()
  expect(await screen.findByText('This field is required')).toBeDefined()
  type('Name', 'disk')
  type('Reason', 'planned')
  press()
  await waitFor(() => expect(field('Reason').getAttribute('aria-invalid')).toBe('false'))
  expect(sent).toEqual([])
})

const openForm = (startsInFirstField: boolean) => {
  const { unmount } = render(
    <EditForm label="Save" isSaving={false} startsInFirstField={startsInFirstField} onSubmit={() => undefined}>
      <input type="checkbox" aria-label="For everyone" />
      <input aria-label="Name" />
    </EditForm>,
  )
  const focused = document.activeElement?.getAttribute('aria-label') ?? null
  unmount()
  return focused
}

test('a form that is opened for typing starts in its first field, but not on touch, and others leave the focus', () => {
  expect([openForm(true), openForm(false)]).toEqual(['Name', null])
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: true }))
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  expect(openForm(true)).toBeNull()
})
