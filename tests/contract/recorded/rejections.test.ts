import { expect, test } from 'vitest'
import { readErrorBody } from '#client/api/read-error-body.ts'
import { generations, recorded } from '#tests/fixtures/replay-backend.ts'

test.each([
  ['artifact-unknown', /artifact.*(?:record not found|was not found)/],
  ['playbook-cancel-unknown', /run '[\da-f-]+' not found/],
  ['playbook-run-unknown-parameter', /nobody/],
  ['playbook-run-missing-parameter', /who/],
])('%s, which production backends report as their own failure, shows its actual cause', (name, message) => {
  for (const generation of generations)
    expect(readErrorBody(JSON.stringify(recorded(generation, name).body)).message).toMatch(message)
})
