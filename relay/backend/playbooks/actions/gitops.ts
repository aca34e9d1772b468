import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeletion } from '#shared/playbooks/gitops-files.ts'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { createGitEnvironment } from '#relay/backend/clients/git/run-git.ts'
import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import { runJq } from '#relay/backend/jq/jq.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { changeFiles, deleteFiles, findFiles, isFile, within } from './gitops-files.ts'
import { findPullRequestHost, openRepository, type Repository } from './gitops-repository.ts'

type GitopsSpec = NonNullable<PlaybookAction['gitops']>

type RunProgram = (cwd: string, command: string, args: readonly string[], input?: string) => Promise<string>

const createPrograms = (context: ActionContext, logs: string[], { authorization }: Repository) => {
  const run: RunProgram = async (cwd, command, args, input) => {
    const shown = `${command} ${args.join(' ')}`
    const result = await runProcess(command, args, {
      cwd,
      env: command === 'git' ? createGitEnvironment(authorization) : bareEnvironment(),
      signal: context.signal,
      // Security: yq expressions come from the document and can load files.
      sandbox: command === 'yq' ? context.sandbox : undefined,
      ...(input === undefined ? {} : { input }),
    }).catch((error: unknown) => {
      context.signal.throwIfAborted()
      throw new ExpectedError(
        error instanceof Error && 'code' in error && error.code === 'ENOENT'
          ? `${command} is not installed on this machine, but the step needs it`
          : toErrorSentence(error),
      )
    })
    if (command === 'git' && args[0] !== 'ls-files')
      logs.push(`$ ${shown}`, ...[result.stdout, result.stderr].filter((text) => text !== ''))
    if (result.exitCode !== 0)
      throw new ExpectedError(`${shown}: exit code ${result.exitCode}: ${result.stderr.trim()}`)
    return result.stdout
  }
  return {
    git: (cwd: string, ...args: readonly string[]) => run(cwd, 'git', args),
    listFiles: async (cwd: string): Promise<readonly string[]> =>
      (await run(cwd, 'git', ['ls-files', '-z', '--cached', '--others'])).split('\0').filter((name) => name !== ''),
    jq: (expression: string, text: string): Promise<string> =>
      runJq(expression, text, context.signal).catch((error: unknown) => {
        throw error instanceof ExpectedError ? new ExpectedError(`jq ${expression}: ${error.message}`) : error
      }),
    yq: async (expression: string, text: string): Promise<string> =>
      run(context.workDir, 'yq', await yqArguments(expression, (args) => run(context.workDir, 'yq', args)), text),
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
  if (!(await changeRepository(repository.source, spec, context.workDir, programs))) {
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
