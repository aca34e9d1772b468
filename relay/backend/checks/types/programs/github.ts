import { z } from 'zod'
import { findBoundedJson } from '#shared/primitives/bounded-json.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { runProgram } from '#relay/backend/process/run-program.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { formatExit } from './program-error.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const outputMax = 16 * 1024 * 1024

const spec = z.strictObject({
  connection: z.string().min(1).optional(),
  /** Security: a leading dash would make it an option of the program. */
  query: z.string().regex(/^\s*[^-\s]/, 'must be a SQL query'),
  githubToken: secret(envVar).optional(),
})
type GithubSpec = z.infer<typeof spec>

const row = z.record(z.string(), z.unknown())
const output = z.union([
  z.array(row),
  z.looseObject({ rows: z.array(row).nullable() }).transform(({ rows }) => rows ?? []),
])

const parseRows = (text: string) => output.safeParse(findBoundedJson(text)).data

export const github = defineCheckType<GithubSpec>({
  key: 'github',
  requires: 'Needs a GitHub token, and the program steampipe with its GitHub plugin on the machine of the relay.',
  spec,
  formatEndpoint: () => 'GitHub',
  run: async ({ connection: reference, query, githubToken }, run) => {
    const connection = await loadConnection(reference, run)
    const token =
      githubToken === undefined
        ? connection?.password || connection?.properties['personalAccessToken'] || ''
        : await run.secret(githubToken)
    if (token === '') throw new Error('GitHub needs a token: set githubToken, or connection')
    const { signal, sandbox } = run
    const result = await runProgram('steampipe', ['query', '--output', 'json', '--', query], {
      requiredBy: 'with its GitHub plugin, this check',
      env: { GITHUB_TOKEN: token },
      outputMax,
      signal,
      sandbox,
    })
    if (result.exitCode !== 0) return { pass: false, message: formatExit('steampipe', result) }
    if (result.isCut) return { pass: false, message: 'The result is larger than 16 MB. Narrow the query.' }
    const rows = parseRows(result.stdout)
    if (rows === undefined) return { pass: false, message: 'steampipe did not return rows as JSON.' }
    const message = formatQuantity(rows.length, 'row')
    return { pass: true, message, details: { results: rows, rows, count: rows.length } }
  },
})
