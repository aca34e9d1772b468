import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { envVar, port } from '#relay/backend/clients/run/fields.ts'
import { runProgram } from '#relay/backend/process/run-program.ts'
import { csvRows } from '#relay/backend/templates/functions/csv-functions.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { formatExit } from './program-error.ts'

const outputMax = 16 * 1024 * 1024
const shownMax = 3

/** Security: these become arguments of the program. */
const property = z.string().regex(/^[\w.]+=/, 'must be name=value')
const spec = z.strictObject({
  jmx: envVar,
  host: z.string().min(1).optional(),
  port: port.optional(),
  properties: z.array(property).optional(),
  systemProperties: z.array(property).optional(),
  responseDuration: z
    .string()
    .transform((written, context) => {
      const ms = parseDuration(written)
      if (ms !== null && ms > 0) return ms
      context.addIssue({ code: 'custom', message: 'must be a duration such as 500ms, 10s or 2m' })
      return z.NEVER
    })
    .optional(),
})
type JmeterSpec = z.infer<typeof spec>

/** Programs may run as another user, so the shell that starts JMeter writes the plan from its input. */
const script = `folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cat > "$folder/plan.jmx"
command -v jmeter > /dev/null || exit 127
jmeter -n -t "$folder/plan.jmx" -l "$folder/results.csv" -j "$folder/jmeter.log" "$@" >&2
code=$?
cat "$folder/results.csv" 2> /dev/null
exit $code`

const toArguments = ({ host, port: portNumber, properties = [], systemProperties = [] }: JmeterSpec): string[] => [
  '-Jjmeter.save.saveservice.output_format=csv',
  '-Jjmeter.save.saveservice.print_field_names=true',
  ...(host === undefined ? [] : [`-Jhost=${host}`]),
  ...(portNumber === undefined ? [] : [`-Jport=${portNumber}`]),
  ...properties.map((one) => `-J${one}`),
  ...systemProperties.map((one) => `-D${one}`),
]

/** The plan reads host and port as `${__P(host)}` and `${__P(port)}`. */
export const jmeter = defineCheckType<JmeterSpec>({
  key: 'jmeter',
  requires: 'Needs the program jmeter on the machine of the relay.',
  spec,
  formatEndpoint: ({ host, port: portNumber }) =>
    host === undefined ? 'JMeter plan' : `${host}${portNumber === undefined ? '' : `:${portNumber}`}`,
  run: async (checkSpec, run) => {
    const { signal, sandbox } = run
    const result = await runProgram('sh', ['-c', script, 'jmeter', ...toArguments(checkSpec)], {
      program: 'jmeter',
      requiredBy: 'this check',
      input: await run.plain(checkSpec.jmx),
      outputMax,
      signal,
      sandbox,
    })
    if (result.exitCode !== 0) return { pass: false, message: formatExit('jmeter', result) }
    if (result.isCut)
      return { pass: false, message: 'The results are larger than 16 MB. Reduce the samples of the plan.' }
    const samples = csvRows(result.stdout)
    const details = { results: samples, count: samples.length }
    if (samples.length === 0) return { pass: false, message: 'The plan ran no samples.', details }
    const failed = samples.filter(({ success }) => success !== 'true')
    if (failed.length > 0) {
      const shown = failed
        .slice(0, shownMax)
        .map(({ label = '', responseCode = '', failureMessage = '' }) =>
          [label, responseCode, failureMessage].filter((part) => part !== '').join(' '),
        )
      return {
        pass: false,
        message: `${failed.length} of ${samples.length} samples failed: ${shown.join(', ')}.`,
        details,
      }
    }
    const elapsedMs = samples.reduce((sum, { elapsed }) => sum + Number(elapsed ?? 0), 0)
    const { responseDuration: limitMs } = checkSpec
    if (limitMs !== undefined && !(elapsedMs <= limitMs))
      return {
        pass: false,
        message: `The samples took ${humanizeDuration(elapsedMs)}, expected at most ${humanizeDuration(limitMs)}.`,
        details,
      }
    return { pass: true, message: `${samples.length} samples passed in ${humanizeDuration(elapsedMs)}`, details }
  },
})
