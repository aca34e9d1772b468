import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { toGitAuthorization, toRepositoryUrl } from '#relay/backend/clients/git/git-checkout.ts'
import { createGithubApi } from '#relay/backend/clients/git/github.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'
import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { readToken } from './follow-remote-run.ts'
import type { ActionContext } from './action-context.ts'

type GitopsSpec = NonNullable<PlaybookAction['gitops']>

export interface Repository {
  /** A path of this machine, or an address without a login. */
  readonly source: string
  readonly authorization: string | undefined
  readonly password: string | undefined
}

export const openRepository = async (
  { url: written, connection, username, password }: GitopsSpec['repo'],
  context: ActionContext,
): Promise<Repository> => {
  const url = toRepositoryUrl(written)
  if (url.startsWith('file://')) return { source: fileURLToPath(url), authorization: undefined, password: undefined }
  if (url.startsWith('/')) return { source: url, authorization: undefined, password: undefined }
  if (!/^https?:\/\//i.test(url))
    throw new ExpectedError('The repository must begin with https://, http://, file:// or /. SSH is not supported')
  const run = createClientRun(context, context.signal)
  const target = await resolveTarget({ connection, ...(await readLogin({ username, password }, context)) }, url, run)
  const { url: source, login } = withoutLogin(target.url)
  const signIn = { username: target.username ?? login?.username, password: target.password ?? login?.password }
  return { source, authorization: toGitAuthorization(signIn, run), password: signIn.password }
}

const readLogin = async (
  { username, password }: Pick<GitopsSpec['repo'], 'username' | 'password'>,
  context: ActionContext,
) => ({
  ...(username !== undefined && { username: { value: await context.resolveSecret(username) } }),
  ...(password !== undefined && { password: await readToken(password, context) }),
})

const pullRequest = z.looseObject({ number: z.number(), html_url: z.string() })
const labels = z.array(z.looseObject({}))

/** The name of the repository and the address of its API, if GitHub serves it. */
const findGithub = (source: string, type: string | undefined) => {
  if (!URL.canParse(source)) return undefined
  const { origin, hostname, pathname } = new URL(source)
  const name = pathname.replace(/^\//, '').replace(/(?:\.git)?\/*$/, '')
  if (!/^[\w.-]+\/[\w.-]+$/.test(name)) return undefined
  if (hostname === 'github.com') return { name, api: 'https://api.github.com' }
  return type === 'github' ? { name, api: `${origin}/api/v3` } : undefined
}

interface PullRequest {
  readonly base: string
  readonly branch: string
  readonly title: string
  readonly body: string
  readonly tags: readonly string[]
}

/** Found before anything is pushed. */
export const assertPullRequest = ({ source }: Repository, { repo }: GitopsSpec): void => {
  if (findGithub(source, repo.type) === undefined)
    throw new ExpectedError(
      'Pull requests are opened for repositories of GitHub only: set repo.type to github, or remove pr from the step',
    )
  if (repo.branch === undefined || repo.branch === (repo.base ?? 'main'))
    throw new ExpectedError('A pull request needs repo.branch, a branch other than repo.base')
}

/** A branch that was pushed again keeps its pull request. */
export const openPullRequest = async (
  { source, password = '' }: Repository,
  type: string | undefined,
  { base, branch, title, body, tags }: PullRequest,
  context: ActionContext,
): Promise<string> => {
  const github = findGithub(source, type)
  if (github === undefined) throw new ExpectedError('The repository is not of GitHub')
  const run = createClientRun(context, context.signal)
  const api = await createGithubApi({ personalAccessToken: { value: password }, url: github.api }, github.name, run)
  const json = { title, head: branch, base, body }
  const [owner = ''] = github.name.split('/')
  const { number, html_url: link } = await api
    .send('pulls', { json, expectedCode: 201 }, pullRequest)
    .catch(async (error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 422) throw error
      const query = new URLSearchParams({ head: `${owner}:${branch}`, base, state: 'open' })
      const [found] = await api.ask(`pulls?${query.toString()}`, z.array(pullRequest))
      if (found === undefined) throw error
      return found
    })
  if (tags.length > 0) await api.send(`issues/${number}/labels`, { json: { labels: tags } }, labels)
  return link
}
