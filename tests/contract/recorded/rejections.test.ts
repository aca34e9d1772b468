import { expect, test } from 'vitest'
import { readErrorBody } from '#client/api/read-error-body.ts'
import { deletedWith } from '#client/features/incidents/incident/incident-api.ts'
import { readForeignKeys } from '#tests/fixtures/replay-database.ts'
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

const hardDeleted = {
  ...deletedWith,
  permissions: [],
  properties: [],
  team_members: [],
  config_component_relationships: [],
}

test.each(generations)('no foreign key of %s rejects a deletion of the console', (generation) => {
  const keys = readForeignKeys(generation)
  const rejecting = Object.entries(hardDeleted).flatMap(([deleted, parts]) => {
    const tables = new Set([deleted, ...parts])
    // The column is read from the name of the constraint.
    const isDeletedFirst = ({ table, columns, constraint }: (typeof keys)[number]) =>
      tables.has(table) && constraint === `${table}_${columns}_fkey`
    return keys
      .filter((key) => tables.has(key.target) && !isDeletedFirst(key))
      .map(({ constraint }) => `${deleted}: ${constraint}`)
  })
  expect(rejecting).toEqual([])
})
