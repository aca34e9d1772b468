import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TopicNotice } from './topic-notice.tsx'

const offline = {
  status: 'offline',
  observedAtMs: null,
  staleSinceMs: null,
  reason: 'The relay does not respond.',
  refresh: () => undefined,
} as const

test('says whether anything was received', async () => {
  const { rerender } = render(<TopicNotice topic={offline} subject="Jobs" />)
  expect(await screen.findByText(/does not respond\. No data received yet\./)).toBeDefined()
  rerender(<TopicNotice topic={{ ...offline, observedAtMs: 1 }} subject="Jobs" />)
  expect(await screen.findByText(/does not respond\. This is the last data received\./)).toBeDefined()
})
