import { z } from 'zod'
import { parseJson } from '#shared/primitives/parse-json.ts'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import {
  azureDevopsList,
  createAzureDevopsApi,
  type AzureDevopsApi,
  azureDevopsRun,
} from '#relay/backend/clients/git/azure-devops.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { defineCheckType } from './define-check-type.ts'
import { envVar, thresholdMillis, tlsConfig } from '#relay/backend/clients/run/fields.ts'

const runsRead = 100

const text = z.string().min(1)
const spec = z
  .strictObject({
    connection: text.optional(),
    organization: text.optional(),
    personalAccessToken: secret(envVar).optional(),
    project: text,
    pipeline: text,
    variables: z.record(z.string(), z.coerce.string()).optional(),
    branch: z.union([z.array(text), text.transform((one) => [one])]).optional(),
    thresholdMillis,
    url: text.optional(),
    tls: tlsConfig.optional(),
  })
  .refine(({ organization, connection }) => (organization ?? connection) !== undefined, {
    message: 'required',
    path: ['organization'],
  })
type AzureDevopsSpec = z.infer<typeof spec>

const pipelineSchema = z.looseObject({ id: z.number(), name: z.string() })
const runSchema = azureDevopsRun.extend({
  startTime: z.string().nullish(),
  parameters: z.string().nullish(),
  templateParameters: z.record(z.string(), z.unknown()).nullish(),
})
type Run = z.infer<typeof runSchema>

const readVariables = ({ parameters, templateParameters }: Run): Readonly<Record<string, unknown>> => {
  const { data } = z.record(z.string(), z.unknown()).safeParse(parseJson(parameters ?? ''))
  return { ...templateParameters, ...data }
}

const isWanted = (run: Run, { branch = [], variables = {} }: AzureDevopsSpec): boolean => {
  const name = (run.sourceBranch ?? '').replace(/^refs\/heads\//, '')
  if (branch.length > 0 && !branch.some((pattern) => matchesGlob(pattern.replace(/^refs\/heads\//, ''), name)))
    return false
  const wanted = Object.entries(variables)
  if (wanted.length === 0) return true
  const used = readVariables(run)
  return wanted.every(([key, value]) => String(used[key]) === value)
}

const findPipeline = async (api: AzureDevopsApi, project: string, wanted: string) => {
  for await (const pipelines of api.list(`${project}/_apis/pipelines`, pipelineSchema)) {
    const found = pipelines.find(({ id, name }) => name === wanted || String(id) === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

const judge = (runs: readonly Run[], checkSpec: AzureDevopsSpec): CheckResult => {
  const ended = runs.find(({ status, result }) => status === 'completed' && result != null && result !== 'none')
  if (ended === undefined) return { pass: false, message: `No completed run of ${checkSpec.pipeline} matches.` }
  const { buildNumber, result, startTime, finishTime, sourceBranch } = ended
  const lastedMs =
    startTime == null || finishTime == null ? undefined : Math.max(0, Date.parse(finishTime) - Date.parse(startTime))
  const details = { results: runs, run: ended, branch: sourceBranch ?? null, lastedMs: lastedMs ?? null }
  if (result !== 'succeeded')
    return {
      pass: false,
      message: `Run ${buildNumber}: ${result}.`,
      messageIfTestPasses: `Run ${buildNumber}: ${result}`,
      details,
    }
  const limitMs = checkSpec.thresholdMillis
  if (limitMs !== undefined && limitMs > 0 && Number.isNaN(lastedMs ?? Number.NaN))
    return { pass: false, message: `Run ${buildNumber} does not say how long it took.`, details }
  if (limitMs !== undefined && limitMs > 0 && lastedMs !== undefined && lastedMs > limitMs)
    return {
      pass: false,
      message: `Run ${buildNumber} took ${humanizeDuration(lastedMs)}, expected at most ${humanizeDuration(limitMs)}.`,
      details,
    }
  const time = lastedMs === undefined ? '' : ` in ${humanizeDuration(lastedMs)}`
  return { pass: true, message: `Run ${buildNumber} succeeded${time}`, details }
}

/** Judges the newest completed run with the branch and the variables. */
export const azureDevops = defineCheckType<AzureDevopsSpec>({
  key: 'azureDevops',
  requires: 'Needs an Azure DevOps organization: set organization and personalAccessToken, or connection.',
  spec,
  formatEndpoint: ({ organization, connection, project, pipeline }) =>
    `${organization ?? connection ?? ''}/${project}/${pipeline}`,
  run: async (checkSpec, run) => {
    const api = await createAzureDevopsApi(checkSpec, run)
    const project = encodeURIComponent(checkSpec.project)
    const pipeline = await findPipeline(api, project, checkSpec.pipeline)
    if (pipeline === undefined)
      return { pass: false, message: `${checkSpec.project} has no pipeline ${checkSpec.pipeline}.` }
    const query = { definitions: String(pipeline.id), $top: String(runsRead), queryOrder: 'queueTimeDescending' }
    const { json } = await api.ask(`${project}/_apis/build/builds`, query, azureDevopsList(runSchema))
    return judge(
      json.value.filter((each) => isWanted(each, checkSpec)),
      checkSpec,
    )
  },
})
