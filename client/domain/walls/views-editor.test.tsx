import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { WallView } from '#shared/wall/wall-settings.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { rotationSchema, toRotationForm } from './rotation-form.ts'
import { ViewsEditor } from './views-editor.tsx'

const savedView = '@7d3b2f4e-0000-4000-8000-000000000001'
const rotation = ['/a', '/b', '/c'].map((address) => ({ address, seconds: 30 }))
const schema = z.object({ views: rotationSchema('https://console.example') })

const createClient = () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(['views'], [{ id: savedView.slice(1), name: 'Payments', page: '/health', query: 'a=b' }])
  return client
}

function Screen({ onSave }: { readonly onSave: (views: WallView[]) => void }) {
  const { form, isSaving, submit } = useEditForm({
    schema,
    initial: { views: toRotationForm(rotation) },
    save: async ({ views }) => onSave(views),
  })
  return (
    <EditForm label="Save" isSaving={isSaving} onSubmit={submit}>
      <ViewsEditor control={form.control} />
    </EditForm>
  )
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const texts = (name: RegExp) => screen.getAllByRole<HTMLInputElement>('textbox', { name })
const addresses = () => texts(/^Address of/).map(({ value }) => value)
const seconds = () => texts(/^Seconds for/)
const typeSeconds = (at: number, value: string) => fireEvent.change(seconds()[at] ?? document, { target: { value } })
const save = () => fireEvent.submit(seconds()[0] ?? document)

test('a view moves together with its errors, stops at the ends, and is saved in its position', async () => {
  const saved: WallView[][] = []
  render(
    <QueryClientProvider client={createClient()}>
      <Screen onSave={(value) => saved.push(value)} />
    </QueryClientProvider>,
  )
  expect([button('Move A up').disabled, button('Move A down').disabled, button('Move C down').disabled]).toEqual([
    true,
    false,
    true,
  ])
  typeSeconds(2, '1')
  save()
  expect(await screen.findByText('Enter whole seconds from 5 to 3,600.')).toBeDefined()
  expect([document.activeElement, saved]).toEqual([seconds()[2], []])
  fireEvent.click(button('Move C up'))
  expect(addresses()).toEqual(['/a', '/c', '/b'])
  expect(seconds().map((each) => each.getAttribute('aria-invalid'))).toEqual(['false', 'true', 'false'])
  fireEvent.click(button('Remove A'))
  fireEvent.click(button('Add view'))
  expect(addresses()).toEqual(['/c', '/b', '/'])
  fireEvent.change(screen.getByLabelText('Add a page or saved view'), { target: { value: savedView } })
  expect(screen.getByText('Saved view').closest('li')?.textContent).toContain('Payments')
  typeSeconds(0, '45')
  await waitFor(() => expect(screen.queryByText('Enter whole seconds from 5 to 3,600.')).toBeNull())
  save()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toEqual([
    { address: '/c', seconds: 45 },
    { address: '/b', seconds: 30 },
    { address: '/', seconds: 30 },
    { address: savedView, seconds: 30 },
  ])
})
