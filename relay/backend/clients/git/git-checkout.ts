import { rm } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { z } from 'zod'
import { integerField } from '#shared/primitives/document-scalars.ts'
import { envVar, type EnvVar } from '#relay/backend/clients/run/fields.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { noSandbox } from '#relay/backend/process/sandbox.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { runGit } from './run-git.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

/** `github.com/owner/name` and `git::https://…`, as other tools write them. */
export const toRepositoryUrl = (written: string): string => {
  const address = written.replace(/^git::/, '')
  return /^(?:github|gitlab)\.com\/|^bitbucket\.org\//.test(address) ? `https://${address}` : address
}
const isRepository = (url: string): boolean => /^(?:https?:\/\/|file:\/\/|\/)/i.test(url)
const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').includes('..')
/** Security: the name must not be parsed as an option or a range. Git validates the rest. */
const isBranch = (name: string): boolean => /^[^\s\p{C}~^:?*[\\-][^\s\p{C}~^:?*[\\]*$/u.test(name)

export const checkoutSchema = z
  .strictObject({
    url: z
      .string()
      .transform(toRepositoryUrl)
      .refine(isRepository, 'must begin with https://, http://, file:// or /')
      .optional(),
    connection: z.string().min(1).optional(),
    username: envVar.optional(),
    password: secret(envVar).optional(),
    certificate: unavailable('repositories are read through http and https, not SSH').optional(),
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
  readonly branch?: string | undefined
  readonly depth?: number | undefined
  readonly destination?: string | undefined
}

type GitRun = Pick<ClientRun, 'hide'>

export const toGitAuthorization = (
  { username, password }: { readonly username: string | undefined; readonly password: string | undefined },
  { hide }: GitRun,
): string | undefined => {
  if (password === undefined || password === '') return undefined
  const login = Buffer.from(`${username || 'git'}:${password}`).toString('base64')
  hide(login)
  return `Basic ${login}`
}

/** Clones into the empty folder and returns where the files are. Security: git runs in the sandbox of the script. */
export const checkOut = async (checkout: Checkout, folder: string, run: ClientRun): Promise<string> => {
  const { url, connection, username, password, branch, depth, destination = '.' } = checkout
  const target = await resolveTarget({ connection, username, password }, url, run)
  const repository = toRepositoryUrl(target.url)
  if (!isRepository(repository)) throw new Error('The repository must begin with https://, http://, file:// or /')
  const path = resolve(folder, destination)
  if (path !== folder && !path.startsWith(`${folder}${sep}`))
    throw new Error('checkout.destination must be a folder in the current directory')
  const options = [
    ...(branch === undefined ? [] : [`--branch=${branch}`]),
    ...(depth === undefined ? [] : [`--depth=${depth}`]),
  ]
  await runGit(folder, ['clone', '--quiet', ...options, '--', repository, path], {
    signal: run.signal,
    authorization: toGitAuthorization(target, run),
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
  const { sandbox = noSandbox } = run
  const folder = await sandbox.makeFolder()
  try {
    return await work(await checkOut(checkout, folder, run))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
