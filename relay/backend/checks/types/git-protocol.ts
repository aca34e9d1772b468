import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { isInRepository } from '#shared/playbooks/gitops-files.ts'
import { defineCheckType } from './define-check-type.ts'
import { signIn, type SignIn } from '#relay/backend/clients/run/fields.ts'
import { isRemoteRepository, openGitAccess, type GitAccess } from '#relay/backend/clients/git/git-access.ts'
import { listedRefs, refsIn } from '#relay/backend/clients/git/git-refs.ts'
import { runGit } from '#relay/backend/clients/git/run-git.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { buildAuthorization } from '#relay/backend/clients/http/http-sign-in.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { withTemporaryFolder } from '#relay/backend/process/temporary-folder.ts'

const spec = z.strictObject({
  repository: z.string().refine(isRemoteRepository, 'must be the http://, https:// or ssh:// URL of a repository'),
  filename: z.string().min(1).refine(isInRepository, 'must be in the repository, outside .git').optional(),
  ...signIn,
})
const refsMax = 2_000
type GitSpec = z.infer<typeof spec>

interface Refs {
  readonly refs: ReturnType<typeof refsIn>
  readonly cut: boolean
}

const askOverHttp = async (spec: GitSpec, run: ClientRun): Promise<Refs | { readonly failure: string }> => {
  const target = await resolveTarget(spec, spec.repository, run)
  const url = new URL(target.url)
  const login = {
    username: target.username ?? decodeEscapes(url.username),
    password: target.password ?? decodeEscapes(url.password),
  }
  const tls = { insecure: target.insecureTls }
  const { code, content, cut } = await httpRequest({
    url: `${url.origin}${url.pathname.replace(/\/$/, '')}/info/refs?service=git-upload-pack`,
    method: 'GET',
    headers: [['user-agent', 'git/quarterdeck'], ...(await buildAuthorization({}, { ...target, ...login }, tls, run))],
    tls,
    signal: run.signal,
  })
  if (code !== 200) return { failure: `Cannot read the repository: the server responded with ${code}.` }
  if (!content.includes('# service=git-upload-pack')) return { failure: 'Not a git repository response.' }
  return { refs: refsIn(content), cut }
}

const askByGit = async ({ repository }: GitAccess, options: Parameters<typeof runGit>[2]): Promise<Refs> => ({
  refs: listedRefs(await runGit(undefined, ['ls-remote', '--', repository], options)),
  cut: false,
})

const author = ['-c', 'user.name=Quarterdeck', '-c', 'user.email=quarterdeck@localhost']

/** Returns the commit that was pushed to the default branch. */
const pushFile = (filename: string, access: GitAccess, { signal, sandbox }: ClientRun) =>
  withTemporaryFolder(sandbox, async (folder) => {
    const git = (...args: string[]) => runGit(folder, args, { signal, sandbox })
    // Security: without links, the file cannot be outside of the clone.
    const how = ['--quiet', '--depth=1', '--config=core.symlinks=false']
    await runGit(folder, ['clone', ...how, '--', access.repository, '.'], { signal, sandbox, access })
    const path = join(folder, filename)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${new Date().toISOString()}\n`)
    await git('add', '--force', '--', filename.replace(/^\/+/, ''))
    await git(...author, 'commit', '--quiet', '--message', `Check that ${filename} can be written`)
    await runGit(folder, ['push', '--quiet', 'origin', 'HEAD'], { signal, sandbox, access })
    return (await git('rev-parse', 'HEAD')).trim()
  })

const openAccess = ({ connection, username, password, authentication, auth, repository }: GitSpec, run: ClientRun) => {
  const login: SignIn = { connection, username, password, authentication, auth }
  return openGitAccess(login, repository, run)
}

export const gitProtocol = defineCheckType<GitSpec>({
  key: 'gitProtocol',
  spec,
  formatEndpoint: ({ repository }) => shownAddress(repository),
  run: async (spec, run) => {
    const { repository, filename } = spec
    const isHttp = /^https?:/i.test(repository)
    const access = isHttp && filename === undefined ? undefined : await openAccess(spec, run)
    const found =
      isHttp || access === undefined
        ? await askOverHttp(spec, run)
        : await askByGit(access, { signal: run.signal, sandbox: run.sandbox, access })
    if ('failure' in found) return { pass: false, message: found.failure }
    const { refs, cut } = found
    const pushed = filename === undefined || access === undefined ? undefined : await pushFile(filename, access, run)
    const count = refs.length > 0 ? `${refs.length} branches and tags` : 'The repository has no branches.'
    return {
      pass: refs.length > 0 || pushed !== undefined,
      message: pushed === undefined ? count : `${filename} pushed as ${pushed.slice(0, 12)}`,
      ...(refs.length > refsMax || cut ? { incomplete: { refs: `only the first ${refsMax} of them are listed` } } : {}),
      details: {
        refs: refs.slice(0, refsMax),
        count: refs.length,
        head: refs.find(({ name }) => name === 'HEAD')?.commit ?? null,
        ...(pushed !== undefined && { pushed }),
      },
    }
  },
})
