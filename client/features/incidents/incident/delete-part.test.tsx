import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeletePart } from './delete-part.tsx'

test('a deletion that other rows reject names them, and deletes them too if the person wants it', async () => {
  const requests: string[] = []
  let rejects = true
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const table = new URL(address, 'http://console').pathname.split('/').at(-1) ?? ''
    requests.push(`${method} ${table}`)
    if (table === 'playbook_runs' && method === 'DELETE') rejects = false
    if (table === 'evidences' && method === 'DELETE' && rejects)
      return Response.json(
        {
          code: '23503',
          message:
            'update or delete on table "evidences" violates foreign key constraint "playbook_runs_evidence_id_fkey" on table "playbook_runs"',
        },
        { status: 409 },
      )
    return Response.json(table === 'playbook_runs' ? [{}] : [{ id: 'e1' }], {
      headers: table === 'playbook_runs' ? { 'content-range': '0-0/2' } : {},
    })
  })
  const [onDeleted, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(
    <DeletePart
      table="evidences"
      id="e1"
      title="Remove this evidence?"
      confirmLabel="Remove evidence"
      onDeleted={onDeleted}
      onClose={onClose}
    >
      It will be removed.
    </DeletePart>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove evidence' }))
  expect(await screen.findByText(/2 playbook runs still refer to it \(evidence_id\)/)).toBeDefined()
  expect(onDeleted).not.toHaveBeenCalled()
  requests.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Delete with 2 playbook runs' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onDeleted).toHaveBeenCalledOnce()
  expect(requests).toEqual(['DELETE evidences', 'GET evidences', 'DELETE playbook_runs', 'DELETE evidences'])
})
