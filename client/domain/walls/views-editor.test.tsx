import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultWallSettings, type WallSettings } from '#shared/wall/wall-settings.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { toForm, screenSchema } from './screen-form.ts'
import { ViewsEditor } from './views-editor.tsx'

const settings = {
  ...defaultWallSettings,
  views: ['/a', '/b', '/c'].map((address) => ({ address, seconds: 30 })),
}
const schema = screenSchema('https://console.example')

function Screen({ onSave }: { readonly onSave: (saved: WallSettings) => void }) {
  const { form, isSaving, submit } = useEditForm({
    schema,
    initial: toForm(settings),
    save: async (saved) => onSave(saved),
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
  const saved: WallSettings[] = []
  render(
    <QueryClientProvider client={new QueryClient()}>
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
  typeSeconds(0, '45')
  await waitFor(() => expect(screen.queryByText('Enter whole seconds from 5 to 3,600.')).toBeNull())
  save()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.views).toEqual([
    { address: '/c', seconds: 45 },
    { address: '/b', seconds: 30 },
    { address: '/', seconds: 30 },
  ])
})
