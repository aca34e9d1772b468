import { resolve, sep } from 'node:path'
import { z } from 'zod'
import { integerField } from '#shared/primitives/document-scalars.ts'
import { envVar, type EnvVar } from '#relay/backend/clients/run/fields.ts'
import { withTemporaryFolder } from '#relay/backend/process/temporary-folder.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { isRemoteRepository, openGitAccess, toRepositoryUrl } from './git-access.ts'
import { runGit } from './run-git.ts'

const isRepository = (url: string): boolean => isRemoteRepository(url) || /^(?:file:\/\/|\/)/i.test(url)
const notRepository = 'must begin with https://, http://, ssh://, git@host:, file:// or /'
const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..')
/** Security: the name must not be parsed as an option or a range. Git validates the rest. */
const isBranch = (name: string): boolean => /^[^\s\p{C}~^:?*[\\-][^\s\p{C}~^:?*[\\]*$/u.test(name)

export const checkoutSchema = z
  .strictObject({
    url: z.string().transform(toRepositoryUrl).refine(isRepository, notRepository).optional(),
    connection: z.string().min(1).optional(),
    username: envVar.optional(),
    password: secret(envVar).optional(),
    certificate: secret(envVar).optional(),
    type: z.string().optional(),
    branch: z.string().refine(isBranch, 'is not a valid branch name').optional(),
    depth: integerField({ min: 1, max: 1_000_000 }).optional(),
    destination: z.string().refine(isInside, 'must be a folder in the current directory').optional(),
  })
  .refine(({ url, connection }) => (url ?? connection) !== undefined, { message: 'required', path: ['url'] })
export interface Checkout {
  readonly url?: string | undefined
  readonly connection?: string | undefined
  readonly username?: EnvVar | undefined
  readonly password?: EnvVar | undefined
  readonly certificate?: EnvVar | undefined
  readonly branch?: string | undefined
  readonly depth?: number | undefined
  readonly destination?: string | undefined
}

/** Clones into the empty folder and returns where the files are. Security: git runs in the sandbox of the script. */
export const checkOut = async (checkout: Checkout, folder: string, run: ClientRun): Promise<string> => {
  const { url, branch, depth, destination = '.', ...signIn } = checkout
  const access = await openGitAccess(signIn, url, run)
  if (!isRepository(access.repository)) throw new Error(`The repository ${notRepository}`)
  const path = resolve(folder, destination)
  if (path !== folder && !path.startsWith(`${folder}${sep}`))
    throw new Error('checkout.destination must be a folder in the current directory')
  const options = [
    ...(branch === undefined ? [] : [`--branch=${branch}`]),
    ...(depth === undefined ? [] : [`--depth=${depth}`]),
  ]
  await runGit(folder, ['clone', '--quiet', ...options, '--', access.repository, path], {
    signal: run.signal,
    access,
    sandbox: run.sandbox,
  })
  return path
}

/** Without a checkout, the work has no folder. */
export const withCheckout = async <T>(
  checkout: Checkout | undefined,
  run: ClientRun,
  work: (folder: string | undefined) => Promise<T>,
): Promise<T> => {
  if (checkout === undefined) return work(undefined)
  return withTemporaryFolder(run.sandbox, async (folder) => work(await checkOut(checkout, folder, run)))
}
