import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { envVar, signIn, type SignIn } from '#relay/backend/clients/run/fields.ts'
import { readLoginName, type ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { humanizeBytes } from '#relay/backend/templates/functions/number-functions.ts'

const image = z
  .string()
  .regex(/^[a-z\d][\w.:/@-]*$/i, 'must be the name of an image such as registry.example.org/shop/web:1.2')

/** `auth` and the fields beside it sign in to the registry. */
export const pushFields = {
  image,
  ...signIn,
  auth: z.strictObject({ username: envVar.optional(), password: secret(envVar).optional() }).optional(),
}

export const pullFields = {
  ...pushFields,
  expectedDigest: z.string().min(1).optional(),
  expectedSize: z.number().int().min(0).optional(),
}

interface Expected {
  readonly image: string
  readonly expectedDigest?: string | undefined
  readonly expectedSize?: number | undefined
}

export const inspectedImage = z.looseObject({
  Id: z.string(),
  RepoDigests: z.array(z.string()).nullish(),
  Size: z.number().nullish(),
})

export const judgeImage = (
  { image: name, expectedDigest, expectedSize }: Expected,
  { Id: id, RepoDigests, Size }: z.infer<typeof inspectedImage>,
): CheckResult => {
  const digests = (RepoDigests ?? []).map((digest) => digest.split('@').at(-1) ?? digest)
  const size = Size ?? 0
  const details = { image: name, id, digests, size }
  if (expectedDigest !== undefined && ![id, ...digests].includes(expectedDigest))
    return { pass: false, message: `Expected the digest ${expectedDigest}, got ${digests.join(', ') || id}.`, details }
  if (expectedSize !== undefined && expectedSize !== size)
    return { pass: false, message: `Expected ${expectedSize} bytes, got ${size}.`, details }
  return { pass: true, message: `${name} has ${humanizeBytes(size)}`, details }
}

export interface RegistryLogin {
  readonly username: string
  readonly password: string
  readonly serveraddress: string
}

/** Docker Hub is the registry of names without a host. */
const findRegistry = (name: string): string => {
  const [first = '', ...rest] = name.split('/')
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? first : 'https://index.docker.io/v1/'
}

export const readRegistryLogin = async (
  spec: SignIn & { readonly image: string; readonly auth?: SignIn['authentication'] },
  run: ClientRun,
): Promise<RegistryLogin | undefined> => {
  const { connection: reference } = spec
  const connection = await loadConnection(reference, run)
  const nested = spec.auth ?? spec.authentication
  const user = spec.username ?? nested?.username
  const passwordSource = spec.password ?? nested?.password
  const username = user === undefined ? connection?.username : await readLoginName(user, run)
  const password = passwordSource === undefined ? connection?.password : await run.secret(passwordSource)
  if (username === undefined || username === '') return undefined
  return { username, password: password ?? '', serveraddress: findRegistry(spec.image) }
}
