import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WithConsole } from '#client/testing/with-console.tsx'
import { AddHypothesis } from './add-hypothesis.tsx'

const show = (role: string) =>
  render(
    <WithConsole roles={[role]}>
      <AddHypothesis incidentId="i1" parent={null} onSaved={() => undefined} />
    </WithConsole>,
  )

test('a person who may not write sees the reason instead of a field', () => {
  const { unmount } = show('guest')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText(/^Requires write on incident\./)).toBeDefined()
  unmount()
  show('responder')
  expect(screen.getByRole('textbox', { name: 'Possible cause' })).toBeDefined()
})
