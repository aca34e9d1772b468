import { z } from 'zod'
import { filledText } from '#shared/primitives/document-scalars.ts'
import { envVars } from '#relay/backend/clients/run/fields.ts'
import { checkoutSchema } from '#relay/backend/clients/git/git-checkout.ts'
import { runScript } from '#relay/backend/clients/scripts/run-script.ts'
import { scriptConnections } from '#relay/backend/clients/scripts/script-connections.ts'
import { scriptSetup } from '#relay/backend/clients/scripts/script-setup.ts'
import { parseInterpreter } from '#relay/backend/process/script-interpreter.ts'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'

const outputMax = 32 * 1024 * 1024

const unsupported = (label: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined || value === null, `${label} are not supported on this installation`)

const spec = z.strictObject({
  script: filledText,
  env: envVars.optional(),
  query: unsupported('catalog queries for a script'),
  connections: scriptConnections.optional(),
  checkout: checkoutSchema.optional(),
  artifacts: unsupported('artifacts of a script'),
  setup: scriptSetup.optional(),
})
type ExecSpec = z.infer<typeof spec>

/** Runs in the same sandbox as scripts of checks. */
export const exec: ScraperType<ExecSpec> = {
  key: 'exec',
  spec,
  defaultType: 'Exec',
  describeEndpoint: ({ script }) => `The ${parseInterpreter(script).name} script`,
  async *scrape(spec, run) {
    const done = await runScript(spec, run, { outputMax })
    if ('reason' in done) throw new Error(done.reason)
    const { exitCode, killedBy, stdout, stderr, isCut } = done
    if (exitCode !== 0) {
      const reached = run.sandbox?.limitReached?.(stderr)
      const reason = stderr.trim().slice(0, 500)
      const end = killedBy === null ? `exit code ${exitCode}` : `terminated by ${killedBy}`
      throw new Error(
        `${reached === undefined ? '' : `${reached} `}Script failed (${end})${reason === '' ? '.' : `: ${reason}`}`,
      )
    }
    if (isCut) throw new Error(`The script wrote more than ${outputMax / 1024 / 1024} MB`)
    yield { kind: 'text', text: stdout, format: 'output', known: {} }
  },
}
