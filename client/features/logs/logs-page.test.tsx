import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderConsole } from '#client/testing/render-console.tsx'
import { readLabels } from './logs-page.tsx'

test('reads name=value labels and ignores everything else', () => {
  expect(readLabels(' app = shop,query=a=b, , =x, env')).toEqual({ app: 'shop', query: 'a=b' })
})

test('shows a skeleton while the components that have logs are loading', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  renderConsole('/logs', { '/api/db/components_with_logs': async () => new Promise<Response>(() => undefined) })
  expect(await screen.findByRole('status', { name: 'Loading log lines' })).toBeDefined()
})
