import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeletion } from '#shared/playbooks/gitops-files.ts'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { cut } from '#relay/backend/clients/senders/sender.ts'
import type { GitAccess } from '#relay/backend/clients/git/git-access.ts'
import { startGit } from '#relay/backend/clients/git/run-git.ts'
import { bareEnvironment, runProcess, type ProcessResult } from '#relay/backend/process/run-process.ts'
import { runJq } from '#relay/backend/jq/jq.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { changeFiles, deleteFiles, findFiles, isFile, within } from './gitops-files.ts'
import { findPullRequestHost, openRepository } from './gitops-repository.ts'

type GitopsSpec = NonNullable<PlaybookAction['gitops']>

const maxLoggedLength = 64 * 1024

const createPrograms = (context: ActionContext, logs: string[], access: GitAccess) => {
  const report = (shown: string, { exitCode, stdout, stderr }: ProcessResult, isLogged: boolean): string => {
    if (isLogged) {
      const texts = [stdout, stderr].filter((text) => text !== '')
      logs.push(`$ ${shown}`, ...texts.map((text) => cut(text, maxLoggedLength)))
    }
    if (exitCode !== 0) throw new ExpectedError(`${shown}: exit code ${exitCode}: ${stderr.trim()}`)
    return stdout
  }
  const git = async (cwd: string, ...args: readonly string[]) => {
    const isRemote = args[0] === 'clone' || args[0] === 'push'
    const result = await startGit(cwd, args, { signal: context.signal, access: isRemote ? access : undefined })
    return report(`git ${args.join(' ')}`, result, args[0] !== 'ls-files')
  }
  const runYq = async (args: readonly string[], input = '') => {
    const { signal, sandbox, workDir: cwd } = context
    // Security: yq expressions come from the document and can load files.
    const options = { cwd, env: bareEnvironment(), signal, sandbox, input }
    const result = await runProcess('yq', args, options).catch((error: unknown) => {
      context.signal.throwIfAborted()
      throw new ExpectedError(
        error instanceof Error && 'code' in error && error.code === 'ENOENT'
          ? 'yq is not installed on this machine, but the step needs it'
          : toErrorSentence(error),
      )
    })
    return report(`yq ${args.join(' ')}`, result, false)
  }
  return {
    git,
    listFiles: async (cwd: string): Promise<readonly string[]> =>
      (await git(cwd, 'ls-files', '-z', '--cached', '--others')).split('\0').filter((name) => name !== ''),
    jq: (expression: string, text: string): Promise<string> =>
      runJq(expression, text, context.signal).catch((error: unknown) => {
        throw error instanceof ExpectedError ? new ExpectedError(`jq ${expression}: ${error.message}`) : error
      }),
    yq: async (expression: string, text: string): Promise<string> => runYq(await yqArguments(expression, runYq), text),
  }
}

type Programs = ReturnType<typeof createPrograms>

const applyPatches = async (folder: string, { patches = [] }: GitopsSpec, programs: Programs): Promise<void> => {
  const listFiles = () => programs.listFiles(folder)
  for (const { path, yq, jq } of patches) {
    if (isDeletion(yq) || isDeletion(jq)) {
      await deleteFiles(folder, path, listFiles)
      continue
    }
    for (const name of await findFiles(folder, path, listFiles)) {
      const target = await within(folder, name)
      if (!(await isFile(target))) throw new ExpectedError(`The repository has no file ${path} to change`)
      const text = await readFile(target, 'utf8')
      if (yq !== undefined) await writeFile(target, await programs.yq(yq, text))
      else if (jq !== undefined) await writeFile(target, await programs.jq(jq, text))
    }
  }
}

const changeRepository = async (source: string, spec: GitopsSpec, workDir: string, programs: Programs) => {
  const { repo, commit } = spec
  const { git } = programs
  const folder = join(workDir, 'repository')
  const base = repo.base ?? 'main'
  const branch = repo.branch ?? base
  for (const name of [base, branch])
    if (!isBranch(name)) throw new ExpectedError(`${JSON.stringify(name)} is not a valid branch name`)
  await git(workDir, 'clone', '--quiet', '--branch', base, '--', source, folder)
  if (branch !== base) await git(folder, 'checkout', '--quiet', '-B', branch)
  await changeFiles(folder, spec, () => programs.listFiles(folder))
  await applyPatches(folder, spec, programs)
  // The clone contains nothing else, and a written file that .gitignore names would be left out silently.
  await git(folder, 'add', '--all', '--force')
  if ((await git(folder, 'status', '--porcelain')) === '') return false
  const author = `user.name=${commit.author ?? 'Quarterdeck'}`
  const email = `user.email=${commit.email ?? 'quarterdeck@localhost'}`
  await git(folder, '-c', author, '-c', email, 'commit', '--quiet', '--message', commit.message)
  const force = repo.force === true ? ['--force'] : []
  await git(folder, 'push', ...force, 'origin', `HEAD:refs/heads/${branch}`)
  return true
}

const changeAndPropose = async (spec: GitopsSpec, context: ActionContext, logs: string[]): Promise<string[]> => {
  const { repo, commit, pr } = spec
  const repository = await openRepository(repo, context)
  const host = pr === undefined ? undefined : findPullRequestHost(repository, spec)
  const programs = createPrograms(context, logs, repository)
  if (!(await changeRepository(repository.repository, spec, context.workDir, programs))) {
    logs.push('No changes to commit.')
    return []
  }
  if (pr === undefined || host === undefined) return []
  const { base = 'main', branch = base } = repo
  const proposed = { base, branch, title: pr.title ?? commit.message, body: commit.message, tags: pr.tags ?? [] }
  const { password: token = '', insecureTls } = repository
  const signIn = { token, tls: { insecureSkipVerify: insecureTls } }
  return [await host.openPullRequest(proposed, signIn, createClientRun(context, context.signal))]
}

export const runGitops = async (spec: GitopsSpec, context: ActionContext): Promise<ActionOutcome> => {
  const logs: string[] = []
  try {
    const links = await changeAndPropose(spec, context, logs)
    return { result: { links, logs: logs.join('\n') }, error: null }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof Error)) throw error
    return { result: { links: [], logs: logs.join('\n') }, error: toErrorSentence(error) }
  }
}

/** Two programs are called yq: one reads YAML itself, the other wraps jq and needs a flag to return YAML. */
const yqArguments = async (
  expression: string,
  ask: (args: readonly string[]) => Promise<string>,
): Promise<readonly string[]> =>
  (await ask(['--version'])).includes('mikefarah') ? [expression, '-'] : ['--yaml-output', expression]

/** Security: the name must not be parsed as an option or a range. Git validates the rest. */
const isBranch = (name: string): boolean =>
  /^[^\s\p{C}~^:?*[\\-][^\s\p{C}~^:?*[\\]*$/u.test(name) && !name.includes('..')
