import { z } from 'zod'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { createAzureDevopsApi } from '#relay/backend/clients/git/azure-devops.ts'
import type { ActionContext, ActionOutcome } from './action-context.ts'
import { readToken, withRemoteRuns } from './follow-remote-run.ts'

type PipelineSpec = NonNullable<PlaybookAction['azureDevopsPipeline']>

const runSchema = z.looseObject({
  id: z.number(),
  name: z.string().catch(''),
  state: z.string().nullish(),
  result: z.string().nullish(),
  _links: z.looseObject({ web: z.looseObject({ href: z.string() }) }).optional(),
})
type Run = z.infer<typeof runSchema>

const requestKeys = new Set([
  'previewRun',
  'resources',
  'stagesToSkip',
  'templateParameters',
  'variables',
  'yamlOverride',
])

/** A request of the service stays as it is; any other keys are the parameters of the pipeline. */
export const toRequest = (parameters: PipelineSpec['parameters'] = {}): object => {
  const keys = Object.keys(parameters)
  return keys.every((key) => requestKeys.has(key)) ? parameters : { templateParameters: parameters }
}

const describe = ({ name, id, state, result }: Run): string => `Run ${name || id}: ${result ?? state ?? 'queued'}`

export const runAzureDevopsPipeline = async (spec: PipelineSpec, context: ActionContext): Promise<ActionOutcome> => {
  const { org, connection, url, pipeline, parameters } = spec
  const project = encodeURIComponent(spec.project)
  const personalAccessToken = await readToken(spec.token, context)
  const signIn = { organization: org, connection, url, personalAccessToken }
  return withRemoteRuns('Azure DevOps', context, async ({ run, report, follow }) => {
    const api = await createAzureDevopsApi(signIn, run)
    const path = `${project}/_apis/pipelines/${encodeURIComponent(pipeline.id)}/runs`
    const query = pipeline.version === undefined ? {} : { pipelineVersion: pipeline.version }
    const started = await api.send(path, query, { json: toRequest(parameters) }, runSchema)
    const address = started._links?.web.href
    if (address !== undefined) report(address)
    const end = await follow({
      read: async () => (await api.ask(`${path}/${started.id}`, {}, runSchema)).json,
      hasEnded: ({ state }) => state === 'completed',
      describe,
      cancel: async (last) =>
        (await createAzureDevopsApi(signIn, last)).send(
          `${project}/_apis/build/builds/${started.id}`,
          {},
          { method: 'PATCH', json: { status: 'cancelling' } },
          z.unknown(),
        ),
    })
    const result = { id: end.id, name: end.name, result: end.result, url: address }
    return { result, error: end.result === 'succeeded' ? null : `${describe(end)}.` }
  })
}
