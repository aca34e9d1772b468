import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { shownAddress } from '#relay/backend/clients/run/target.ts'
import { resolvePath } from '#relay/backend/clients/run/resolve-path.ts'
import type { ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'
import { isRemoteRepository, openGitAccess } from '#relay/backend/clients/git/git-access.ts'
import { runGit } from '#relay/backend/clients/git/run-git.ts'
import type { FoundItem, ScraperType, ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'

const spec = z.strictObject({
  url: z.string().refine((text) => !/^[a-z]+::|^-/i.test(text), 'is not a repository address'),
  connection: z.string().min(1).optional(),
  commits: z.number().int().min(0).max(1_000).optional(),
})
type GitSpec = z.infer<typeof spec>

/** A separator that occurs in no name and no message. */
const apart = '\u001f'
const lines = (text: string): string[][] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(apart))

const refFormat = [
  '%(refname)',
  '%(objectname)',
  '%(*objectname)',
  '%(authorname)',
  '%(committerdate:iso-strict)',
  '%(subject)',
]
const logFormat = ['%H', '%an', '%ae', '%cI', '%s']

export const git: ScraperType<GitSpec> = {
  key: 'git',
  spec,
  defaultType: 'Git',
  describeEndpoint: ({ url }) => shownAddress(url),
  async *scrape({ url, connection, commits = 50 }, context) {
    if (isRemoteRepository(url)) {
      const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-git-'))
      try {
        const depth = `--depth=${Math.max(1, commits)}`
        const how = ['clone', '--quiet', '--bare', '--filter=blob:none', '--no-single-branch', depth]
        const access = await openGitAccess({ connection }, url, context)
        await runGit(undefined, [...how, '--', access.repository, folder], { signal: context.signal, access })
        yield* repository(shownAddress(url), folder, commits, context)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
      return
    }
    const folder = url.startsWith('file://') ? fileURLToPath(url) : resolvePath(url, context)
    if (await context.isHidden(folder)) throw new Error('This folder cannot be read: access denied')
    yield* repository(folder, folder, commits, context)
  },
}

async function* repository(
  id: string,
  folder: string,
  commits: number,
  context: ScrapeContext,
): AsyncGenerator<FoundItem> {
  const head = await runGit(folder, ['symbolic-ref', '--short', 'HEAD'], context).catch(() => '')
  const refs = lines(
    await runGit(folder, ['for-each-ref', `--format=${refFormat.join(apart)}`, 'refs/heads', 'refs/tags'], context),
  )
  const log =
    commits === 0 || refs.length === 0
      ? ''
      : await runGit(folder, ['log', '--branches', `-n${commits}`, `--format=${logFormat.join(apart)}`], context)
  const parent = { type: 'Git::Repository', id }
  const name = basename(id).replace(/\.git$/, '')
  yield {
    kind: 'item',
    config: { url: id, defaultBranch: head.trim() || null },
    known: { ...parent, name, configClass: 'Repository', source: id, changes: lines(log).map(toChange) },
  }
  for (const [ref = '', object = '', peeled = '', author = '', at = '', subject = ''] of refs) {
    const isTag = ref.startsWith('refs/tags/')
    const short = ref.replace(/^refs\/(heads|tags)\//, '')
    yield {
      kind: 'item',
      config: {
        name: short,
        commit: peeled === '' ? object : peeled,
        ...(author !== '' && { author }),
        at: at || null,
        subject,
      },
      known: {
        type: isTag ? 'Git::Tag' : 'Git::Branch',
        id: `${id}#${ref}`,
        name: short,
        configClass: isTag ? 'Tag' : 'Branch',
        source: id,
        tags: { repository: name },
        links: [{ kind: 'parent', to: parent }],
      },
    }
  }
}

const toChange = ([commit = '', author = '', email = '', at = '', subject = '']: string[]): ScrapedChange => ({
  changeType: 'Commit',
  severity: 'info',
  source: 'git',
  summary: subject,
  externalId: commit,
  createdBy: `${author} <${email}>`,
  createdAt: at,
  details: { commit },
})
