import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isRemoteRepository, openGitAccess, toRepositoryUrl } from '#relay/backend/clients/git/git-access.ts'
import { runGit } from '#relay/backend/clients/git/run-git.ts'
import { resolveTarget, shownAddress } from '#relay/backend/clients/run/target.ts'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import { resolvePath } from '#relay/backend/clients/run/resolve-path.ts'
import type { Found, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'

const path = z
  .string()
  .min(1)
  .refine(
    (text) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(text),
    'is a URL; set url to the repository and paths to its files',
  )

/** A folder, or the address of a git repository as `github.com/owner/repository`, `git::https://…` or `https://…`. */
const readUrl = (
  written: string,
): { readonly repository?: string; readonly branch?: string; readonly folder?: string } => {
  const [address = '', query = ''] = written.split('?', 2)
  const full = toRepositoryUrl(address)
  if (!isRemoteRepository(full)) return { folder: full.startsWith('file://') ? fileURLToPath(full) : full }
  const branch = new URLSearchParams(query).get('ref')
  return { repository: full, ...(branch !== null && { branch }) }
}

const spec = z.strictObject({
  url: z
    .string()
    .min(1)
    .refine((url) => !/^-|^(?!git::)[a-z0-9]+::/i.test(url), 'must be a folder or the address of a git repository')
    .refine(
      (url) => !/^(?!https?:|ssh:|git\+ssh:|file:)[a-z0-9+.-]+:\/\//i.test(url.replace(/^git::/, '')),
      'must begin with https://, http://, ssh:// or file://, or be a folder',
    )
    .optional(),
  paths: z.union([z.string().transform((one) => [one]), z.array(z.string())]).pipe(z.array(path).min(1)),
  ignore: z
    .union([
      z
        .string()
        .min(1)
        .transform((one) => [one]),
      z.array(z.string().min(1)),
    ])
    .optional(),
  connection: z.string().min(1).optional(),
})
type FileSpec = z.infer<typeof spec>

async function* filesInRepository(
  { repository, branch }: { readonly repository: string; readonly branch?: string },
  { connection, ...wanted }: Omit<FileSpec, 'url'>,
  context: ScrapeContext,
): AsyncGenerator<Found> {
  const base = await mkdtemp(join(tmpdir(), 'quarterdeck-files-'))
  try {
    const at = branch === undefined ? [] : [`--branch=${branch}`]
    // Security: without links, a repository cannot lead to other files of this machine.
    const how = ['clone', '--quiet', '--depth=1', '--config=core.symlinks=false', ...at]
    const access = await openGitAccess({ connection }, repository, context)
    await runGit(undefined, [...how, '--', access.repository, base], { signal: context.signal, access })
    yield* filesIn({ ...wanted, base, shownBase: shownAddress(repository) }, context)
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

export const file: ScraperType<FileSpec> = {
  key: 'file',
  spec,
  defaultType: 'File',
  describeEndpoint: ({ url, paths }) =>
    url === undefined ? paths.join(', ') : `${shownAddress(url)}: ${paths.join(', ')}`,
  async *scrape({ url: written, ...wanted }, context) {
    const { connection, ...paths } = wanted
    const url =
      written ?? (connection === undefined ? undefined : (await resolveTarget({ connection }, undefined, context)).url)
    if (url === undefined) {
      yield* filesIn(paths, context)
      return
    }
    const { repository, branch, folder } = readUrl(url)
    yield* repository === undefined
      ? filesIn({ ...paths, base: resolvePath(folder ?? '', context) }, context)
      : filesInRepository({ repository, ...(branch !== undefined && { branch }) }, wanted, context)
  },
}
