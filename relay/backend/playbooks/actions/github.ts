import { z } from 'zod'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'
import { createGithubApi, type GithubApi } from '#relay/backend/clients/git/github.ts'
import { readValue, type ActionContext, type ActionOutcome } from './action-context.ts'
import { readToken, withRemoteRuns, type RemoteRuns } from './follow-remote-run.ts'

type GithubSpec = NonNullable<PlaybookAction['github']>
type Workflow = GithubSpec['workflows'][number]

const nothing = z.null()
const repositorySchema = z.looseObject({ default_branch: z.string() })
const runSchema = z.looseObject({
  id: z.number(),
  run_number: z.number(),
  name: z.string().nullish(),
  head_branch: z.string().nullish(),
  html_url: z.string().nullish(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
})
type Run = z.infer<typeof runSchema>
const runList = z.looseObject({ workflow_runs: z.array(runSchema) })
const inputsSchema = z.record(z.string(), scalarText)

/** `owner/name`, also of an address. */
export const findRepository = (repo: string, username = ''): string | undefined => {
  const path = repo.replace(/^(?:https?:\/\/[^/]+\/|git@[^:]+:)/, '').replace(/(?:\.git)?\/*$/, '')
  const full = path.includes('/') ? path : `${username}/${path}`
  return /^[\w.-]+\/[\w.-]+$/.test(full) ? full : undefined
}

export const parseInputs = (input: Workflow['input']): Readonly<Record<string, string>> | undefined => {
  if (typeof input !== 'string') return inputsSchema.parse(input ?? {})
  if (input.trim() === '') return {}
  return inputsSchema.safeParse(parseJson(input)).data
}

const describe = ({ name, run_number: number, status, conclusion }: Run): string =>
  `${name ?? 'run'} #${number}: ${(conclusion ?? status ?? 'queued').replaceAll('_', ' ')}`

/** GitHub does not return the run that a dispatch starts: it is the first one with a higher id. */
const dispatch = async (api: GithubApi, { id, ref }: Workflow, inputs: object, { poll }: RemoteRuns): Promise<Run> => {
  const workflow = `actions/workflows/${encodeURIComponent(id)}`
  const branch = ref ?? (await api.ask('', repositorySchema)).default_branch
  const list = async () =>
    (await api.ask(`${workflow}/runs?event=workflow_dispatch&per_page=20`, runList)).workflow_runs
  const lastId = Math.max(0, ...(await list()).map((run) => run.id))
  const json = { ref: branch, inputs }
  await api.send(`${workflow}/dispatches`, { json, expectedCode: 204 }, nothing)
  const name = branch.replace(/^refs\/(?:heads|tags)\//, '')
  return poll(async () =>
    (await list())
      .filter((run) => run.id > lastId && (run.head_branch ?? name) === name)
      .toSorted((a, b) => a.id - b.id)
      .at(0),
  )
}

/** The workflows run one after the other; the first that does not succeed is the last. */
export const runGithub = async (spec: GithubSpec, context: ActionContext): Promise<ActionOutcome> => {
  const username = spec.username === undefined ? '' : await readValue(spec.username, context)
  const repository = findRepository(spec.repo, username)
  if (repository === undefined)
    return { result: {}, error: 'The repository must be owner/name, or a name with the owner in username.' }
  const allInputs = spec.workflows.map(({ input }) => parseInputs(input))
  const invalid = spec.workflows[allInputs.indexOf(undefined)]
  if (invalid !== undefined) return { result: {}, error: `The input of ${invalid.id} is not a JSON object of values.` }
  const { connection, url } = spec
  const personalAccessToken = await readToken(spec.token, context)
  const signIn = { connection, url, personalAccessToken }
  return withRemoteRuns('GitHub', context, async (runs) => {
    const api = await createGithubApi(signIn, repository, runs.run)
    const ended: Run[] = []
    for (const [index, workflow] of spec.workflows.entries()) {
      const inputs = allInputs[index] ?? {}
      const { id, html_url: address } = await dispatch(api, workflow, inputs, runs)
      if (typeof address === 'string') runs.report(address)
      const path = `actions/runs/${id}`
      const end = await runs.follow({
        read: () => api.ask(path, runSchema),
        hasEnded: ({ status }) => status === 'completed',
        describe,
        cancel: async (last) =>
          (await createGithubApi(signIn, repository, last)).send(
            `${path}/cancel`,
            { json: {}, expectedCode: 202 },
            z.unknown(),
          ),
      })
      ended.push(end)
      if (end.conclusion !== 'success') return toOutcome(ended, `${describe(end)}.`)
    }
    return toOutcome(ended, null)
  })
}

const toOutcome = (runs: readonly Run[], error: string | null): ActionOutcome => ({
  result: { runs: runs.map(({ id, html_url: url, conclusion }) => ({ id, url, conclusion })) },
  error,
})
