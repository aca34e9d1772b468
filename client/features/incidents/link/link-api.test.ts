import { expect, test, vi } from 'vitest'
import { attachEvidence } from './link-api.ts'

test('evidence of an item has its name, type and the selected lines', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, { body }: { readonly body: string }) => {
    bodies.push(JSON.parse(body))
    return Promise.resolve(Response.json([{ id: 'e-1' }], { status: 201 }))
  })
  const lines = { 3: 'image: proxy' }
  const resource = { kind: 'config', id: 'c-1', name: 'web-1', type: 'Kubernetes::Pod', lines } as const
  await attachEvidence({ resource, hypothesisId: 'h-1', description: '' }, 'p-1')
  expect(bodies).toMatchObject([
    {
      config_id: 'c-1',
      type: 'config',
      evidence: { configName: 'web-1', configType: 'Kubernetes::Pod', selected_lines: lines },
    },
  ])
})
