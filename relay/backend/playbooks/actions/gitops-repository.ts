import { fileURLToPath } from 'node:url'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import {
  isRemoteRepository,
  openGitAccess,
  toRepositoryUrl,
  type GitAccess,
} from '#relay/backend/clients/git/git-access.ts'
import type { CodeHost } from '#relay/backend/clients/git/pull-requests/code-host.ts'
import { findCodeHost } from '#relay/backend/clients/git/pull-requests/find-code-host.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { isOverSsh } from '#relay/backend/clients/git/ssh-repository.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { readToken } from './follow-remote-run.ts'
import type { ActionContext } from './action-context.ts'

type GitopsSpec = NonNullable<PlaybookAction['gitops']>

export const openRepository = async (
  { url: written, connection, username, password }: GitopsSpec['repo'],
  context: ActionContext,
): Promise<GitAccess> => {
  const url = toRepositoryUrl(written)
  const local = { password: undefined, insecureTls: false }
  if (url.startsWith('file://')) return { repository: fileURLToPath(url), ...local }
  if (url.startsWith('/')) return { repository: url, ...local }
  if (!isRemoteRepository(url))
    throw new ExpectedError('The repository must begin with https://, http://, ssh://, git@host:, file:// or /')
  const run = createClientRun(context, context.signal)
  const token = password === undefined ? undefined : await readToken(password, context)
  const user = username === undefined ? undefined : { value: await context.resolveSecret(username) }
  if (!isOverSsh(url)) return openGitAccess({ connection, username: user, password: token }, url, run)
  // A password in the step is the token of a pull request, that of the connection belongs to its key.
  const access = await openGitAccess({ connection, username: user }, url, run)
  return token === undefined ? access : { ...access, password: token.value }
}

/** Found before anything is pushed. */
export const findPullRequestHost = ({ repository, password, type }: GitAccess, { repo }: GitopsSpec): CodeHost => {
  const host = findCodeHost(repository, repo.type ?? type)
  if (host === undefined)
    throw new ExpectedError(
      'Pull requests are opened for repositories of GitHub, GitLab and Azure DevOps: set repo.type to github, gitlab or azure, or remove pr from the step',
    )
  if (repo.branch === undefined || repo.branch === (repo.base ?? 'main'))
    throw new ExpectedError('A pull request needs repo.branch, a branch other than repo.base')
  if (password === undefined || password === '')
    throw new ExpectedError('A pull request needs a token: set repo.password, or the password of repo.connection')
  return host
}
