import { fileURLToPath } from 'node:url'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { toGitAuthorization, toRepositoryUrl } from '#relay/backend/clients/git/git-checkout.ts'
import type { CodeHost } from '#relay/backend/clients/git/pull-requests/code-host.ts'
import { findCodeHost } from '#relay/backend/clients/git/pull-requests/find-code-host.ts'
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
  readonly insecureTls: boolean
}

export const openRepository = async (
  { url: written, connection, username, password }: GitopsSpec['repo'],
  context: ActionContext,
): Promise<Repository> => {
  const url = toRepositoryUrl(written)
  const local = { authorization: undefined, password: undefined, insecureTls: false }
  if (url.startsWith('file://')) return { source: fileURLToPath(url), ...local }
  if (url.startsWith('/')) return { source: url, ...local }
  if (!/^https?:\/\//i.test(url))
    throw new ExpectedError('The repository must begin with https://, http://, file:// or /. SSH is not supported')
  const run = createClientRun(context, context.signal)
  const target = await resolveTarget({ connection, ...(await readLogin({ username, password }, context)) }, url, run)
  const { url: source, login } = withoutLogin(target.url)
  const signIn = { username: target.username ?? login?.username, password: target.password ?? login?.password }
  const { insecureTls } = target
  return { source, authorization: toGitAuthorization(signIn, run), password: signIn.password, insecureTls }
}

const readLogin = async (
  { username, password }: Pick<GitopsSpec['repo'], 'username' | 'password'>,
  context: ActionContext,
) => ({
  ...(username !== undefined && { username: { value: await context.resolveSecret(username) } }),
  ...(password !== undefined && { password: await readToken(password, context) }),
})

/** Found before anything is pushed. */
export const findPullRequestHost = ({ source }: Repository, { repo }: GitopsSpec): CodeHost => {
  const host = findCodeHost(source, repo.type)
  if (host === undefined)
    throw new ExpectedError(
      'Pull requests are opened for repositories of GitHub, GitLab and Azure DevOps: set repo.type to github, gitlab or azure, or remove pr from the step',
    )
  if (repo.branch === undefined || repo.branch === (repo.base ?? 'main'))
    throw new ExpectedError('A pull request needs repo.branch, a branch other than repo.base')
  return host
}
