import { z } from 'zod'
import { findBoundedJson } from '#shared/primitives/bounded-json.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { runProgram } from '#relay/backend/process/run-program.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { findAgeFailure } from '#relay/backend/checks/types/backup-age.ts'
import { formatExit } from './program-error.ts'

const outputMax = 4 * 1024 * 1024

const text = z.string().min(1)
const spec = z
  .strictObject({
    connection: text.optional(),
    repository: text.optional(),
    password: secret(envVar).optional(),
    maxAge: z.string().transform((written, context) => {
      const ms = parseDuration(written)
      if (ms !== null && ms > 0) return ms
      context.addIssue({ code: 'custom', message: 'must be an age such as 90m, 12h or 7d' })
      return z.NEVER
    }),
    checkIntegrity: z.boolean().optional(),
    awsConnectionName: text.optional(),
    accessKey: secret(envVar).optional(),
    secretKey: secret(envVar).optional(),
    caCert: text.optional(),
  })
  .refine(({ repository, connection }) => (repository ?? connection) !== undefined, {
    message: 'required',
    path: ['repository'],
  })
type ResticSpec = z.infer<typeof spec>

const snapshotList = z
  .array(z.looseObject({ time: z.string(), short_id: z.string().optional(), hostname: z.string().optional() }))
  .nullable()
  .transform((list) => list ?? [])

const parseSnapshots = (stdout: string) => snapshotList.safeParse(findBoundedJson(stdout)).data

const readEnvironment = async (checkSpec: ResticSpec, run: ClientRun): Promise<Record<string, string>> => {
  const connection = await loadConnection(checkSpec.connection, run)
  const aws = await loadConnection(checkSpec.awsConnectionName ?? connection?.properties['awsConnectionName'], run)
  const repository = checkSpec.repository ?? connection?.url ?? ''
  const password =
    checkSpec.password === undefined ? (connection?.password ?? '') : await run.secret(checkSpec.password)
  if (repository === '' || password === '')
    throw new Error('restic needs a repository and its password: set repository and password, or connection')
  const accessKey =
    checkSpec.accessKey === undefined
      ? (aws?.username ?? connection?.properties['accessKey'])
      : await run.secret(checkSpec.accessKey)
  const secretKey =
    checkSpec.secretKey === undefined
      ? (aws?.password ?? connection?.properties['secretKey'])
      : await run.secret(checkSpec.secretKey)
  return {
    RESTIC_REPOSITORY: repository,
    RESTIC_PASSWORD: password,
    ...(accessKey !== undefined && { AWS_ACCESS_KEY_ID: accessKey }),
    ...(secretKey !== undefined && { AWS_SECRET_ACCESS_KEY: secretKey }),
    ...(checkSpec.caCert !== undefined && { RESTIC_CACERT: checkSpec.caCert }),
  }
}

/** Takes no lock: a check must not block a backup. */
export const restic = defineCheckType<ResticSpec>({
  key: 'restic',
  requires: 'Needs the program restic on the machine of the relay.',
  spec,
  formatEndpoint: ({ repository, connection }) => shownAddress(repository ?? connection ?? ''),
  run: async (checkSpec, run) => {
    const { signal, sandbox } = run
    const options = { requiredBy: 'this check', env: await readEnvironment(checkSpec, run), outputMax, signal, sandbox }
    const listed = await runProgram('restic', ['snapshots', '--latest', '1', '--json', '--no-lock'], options)
    if (listed.exitCode !== 0) return { pass: false, message: formatExit('restic snapshots', listed) }
    const snapshots = parseSnapshots(listed.stdout)
    if (snapshots === undefined) return { pass: false, message: 'restic did not return a list of snapshots.' }
    const details = { results: snapshots, count: snapshots.length }
    const newestMs = Math.max(...snapshots.map(({ time }) => Date.parse(time)))
    if (snapshots.length === 0) return { pass: false, message: 'The repository has no snapshots.', details }
    const ageMs = Date.now() - newestMs
    const { maxAge, checkIntegrity } = checkSpec
    const failure = findAgeFailure('The last snapshot', ageMs, maxAge)
    if (failure !== undefined) return { pass: false, message: failure, details }
    if (checkIntegrity === true) {
      const checked = await runProgram('restic', ['check', '--no-lock'], options)
      if (checked.exitCode !== 0) return { pass: false, message: formatExit('restic check', checked), details }
    }
    return { pass: true, message: `The last snapshot is ${humanizeDuration(Math.max(0, ageMs))} old`, details }
  },
})
