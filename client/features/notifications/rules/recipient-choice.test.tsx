import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecipientChoice } from './recipient-choice.tsx'
import { recipientsQuery } from './rules-api.ts'

const show = (recipients: readonly { readonly id: string; readonly value: string; readonly label: string }[]) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(recipientsQuery('connection').queryKey, [...recipients])
  return render(
    <QueryClientProvider client={client}>
      <RecipientChoice kind="connection" to="" error={undefined} disabled={false} onChange={() => undefined} />
    </QueryClientProvider>,
  )
}

test('says what to do when there is no recipient of this kind', () => {
  const { unmount } = show([])
  expect(screen.getByText(/^No connections yet\. Choose Address/)).toBeDefined()
  unmount()
  show([{ id: 'c1', value: 'c1', label: 'hook' }])
  expect(screen.getByRole('option', { name: 'hook' })).toBeDefined()
  expect(screen.queryByText(/^No connections yet/)).toBeNull()
})
