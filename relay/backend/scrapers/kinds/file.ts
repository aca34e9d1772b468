import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { unavailable } from '#relay/backend/scrapers/unavailable-field.ts'
import { shownAddress } from '#relay/backend/clients/target.ts'
import { filesIn } from '#relay/backend/scrapers/kinds/files-in.ts'
import { runGit } from '#relay/backend/scrapers/kinds/run-git.ts'
import { resolvePath } from '#relay/backend/scrapers/resolve-path.ts'
import type { ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'

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
  const [address = '', query = ''] = written.replace(/^git::/, '').split('?', 2)
  const full = /^(?:github|gitlab)\.com\/|^bitbucket\.org\//.test(address) ? `https://${address}` : address
  if (!/^https?:\/\//i.test(full)) return { folder: full.startsWith('file://') ? fileURLToPath(full) : full }
  const branch = new URLSearchParams(query).get('ref')
  return { repository: full, ...(branch === null ? {} : { branch }) }
}

const spec = z.strictObject({
  url: z
    .string()
    .min(1)
    .refine((url) => !/^-|^(?!git::)[a-z0-9]+::/i.test(url), 'must be a folder or the address of a git repository')
    .refine(
      (url) => !/^(?!https?:|file:)[a-z0-9+.-]+:\/\//i.test(url.replace(/^git::/, '')),
      'must begin with https://, http:// or file://, or be a folder',
    )
    .optional(),
  paths: z.union([path.transform((one) => [one]), z.array(path).min(1)]),
  ignore: z
    .union([
      z
        .string()
        .min(1)
        .transform((one) => [one]),
      z.array(z.string().min(1)),
    ])
    .optional(),
  connection: unavailable(
    'files are read from this machine or from a public git repository, without a sign-in',
  ).optional(),
})
type FileSpec = z.infer<typeof spec>

export const file: ScraperType<FileSpec> = {
  key: 'file',
  spec,
  defaultType: 'File',
  describeEndpoint: ({ url, paths }) =>
    url === undefined ? paths.join(', ') : `${shownAddress(url)}: ${paths.join(', ')}`,
  async *scrape({ url, ...wanted }, context) {
    if (url === undefined) {
      yield* filesIn(wanted, context)
      return
    }
    const { repository, branch, folder } = readUrl(url)
    if (repository === undefined) {
      yield* filesIn({ ...wanted, base: resolvePath(folder ?? '', context) }, context)
      return
    }
    const base = await mkdtemp(join(tmpdir(), 'quarterdeck-files-'))
    try {
      const at = branch === undefined ? [] : [`--branch=${branch}`]
      await runGit(undefined, ['clone', '--quiet', '--depth=1', ...at, '--', repository, base], context)
      yield* filesIn({ ...wanted, base, shownBase: shownAddress(repository) }, context)
    } finally {
      await rm(base, { recursive: true, force: true })
    }
  },
}
