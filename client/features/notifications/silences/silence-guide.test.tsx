import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { expect, test } from 'vitest'
import { healthChecks } from '#shared/health/health-topics.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import type { SilenceForm } from './silence-form.ts'
import { SilenceGuide } from './silence-guide.tsx'
import { silencesQuery, type Silence } from './silences-api.ts'

const silence: Silence = {
  id: 's1',
  name: 'works',
  filter: 'check.type == "dns"',
  description: null,
  selectors: null,
  error: null,
  from: null,
  until: null,
  source: null,
  canary_id: null,
  created_at: null,
  deleted_at: null,
}

function Harness() {
  const client = useQueryClient()
  useState(() => client.setQueryData(silencesQuery.queryKey, { rows: [silence], total: 1 }))
  const form = useForm<SilenceForm>({ defaultValues: { name: '', resource: null, filter: '', selectors: '' } })
  return (
    <>
      <output>{JSON.stringify(useWatch({ control: form.control }))}</output>
      <SilenceGuide form={form} />
    </>
  )
}

test('a failing check or a group of checks becomes the target; existing silences are listed', async () => {
  const rows = {
    a: checkRow({ id: 'a', name: 'door', namespace: 'shop', status: 'unhealthy', message: 'got 500' }),
    b: checkRow({ id: 'b', name: 'gate', namespace: 'shop' }),
    c: checkRow({ id: 'c', name: 'edge', namespace: 'edge', type: 'tcp' }),
  }
  const { container } = render(
    <WithConsole roles={['admin']}>
      <LiveRows rows={{ [healthChecks.name]: rows }}>
        <Harness />
      </LiveRows>
    </WithConsole>,
  )
  const values = (): unknown => JSON.parse(container.querySelector('output')?.textContent ?? '')
  fireEvent.click(await screen.findByRole('button', { name: 'Silence door' }))
  expect(values()).toMatchObject({ resource: { column: 'check_id', id: 'a', name: 'door' }, name: 'door silenced' })
  const group = screen.getByRole('button', { name: 'Use check.namespace == "shop"' }).closest('li')
  expect(group?.textContent).toContain('2 checks, 1 unhealthy')
  fireEvent.click(screen.getByRole('button', { name: 'Use check.namespace == "shop"' }))
  expect(values()).toMatchObject({ filter: 'check.namespace == "shop"' })
  const existing = (await screen.findByText('works')).closest('li')
  expect(existing?.textContent).toBe('workscheck.type == "dns"Indefinitely')
})
