import { openDatabase } from '#relay/database/open-database.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import { serveCommands } from '#tests/bench/bench-process.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { hostileRequest } from '#tests/fixtures/insider/hostile-requests.ts'
import { sowRows } from '#tests/fixtures/insider/insider-api.ts'
import { seededChoices } from '#tests/fixtures/insider/seeded-choices.ts'
import { startPeopleConsole } from '#tests/fixtures/people-console.ts'

const commands = {
  start: async ({ checks, requests }: { readonly checks: number; readonly requests: number }) => {
    const database = await openDatabase({ dataDir: undefined, template: await embeddedTemplate() })
    await sowRows(database)
    await database.query(
      `with canary as (insert into canaries (id, name, namespace, spec) values (gen_random_uuid(), 'many', 'test', '{}') returning id)
       insert into checks (id, canary_id, type, name, spec)
       select gen_random_uuid(), canary.id, 'http', 'check ' || number, '{"a": {"a": 1}}' from canary, generate_series(1, $1) number`,
      [checks],
    )
    const { url } = await startPeopleConsole(database, {
      admin: ['admin'],
      mallory: ['viewer'],
      oscar: ['viewer'],
      ada: ['viewer'],
    })
    const schema = await createSchemaCache(database, 'public').current()
    const choices = seededChoices(20_261_123)
    return { url, hostile: Array.from({ length: requests }, () => hostileRequest(schema, choices)) }
  },
}
export type PeopleServerCommands = typeof commands
serveCommands(commands)
