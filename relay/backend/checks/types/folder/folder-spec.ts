import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import { awsSignIn, hasWholeKey, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import { count, envVar, port } from '#relay/backend/clients/run/fields.ts'
import { gcpSignIn } from '#relay/backend/clients/clouds/gcp-fields.ts'
import { parseMoment } from '#relay/backend/parsing/parse-moment.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { parseSize } from '#relay/backend/templates/functions/number-functions.ts'

const text = z.string().min(1)
const read = <T>(expected: string, parse: (written: string) => T | null | undefined) =>
  z.union([z.string(), z.number()]).transform((value, context): T => {
    const parsed = parse(String(value))
    if (parsed !== undefined && parsed !== null) return parsed
    context.addIssue({ code: 'custom', message: `must be ${expected}, got ${JSON.stringify(value)}` })
    return z.NEVER
  })
const size = read('a size such as 10Mi or 500kb', parseSize)
const age = read('an age such as 90s, 12h or 7d', parseDuration)

const sftpSignIn = z.strictObject({
  connection: text.optional(),
  host: text.optional(),
  port: port.optional(),
  username: envVar.optional(),
  password: secret(envVar).optional(),
})

const smbSignIn = z.strictObject({
  connection: text.optional(),
  port: port.optional(),
  username: envVar.optional(),
  password: secret(envVar).optional(),
  domain: text.optional(),
  /** These override the share and the folder of the path. */
  share: text.optional(),
  sharename: text.optional(),
  searchPath: text.optional(),
})

const bucketFields = {
  /** As in the path, where it is read. */
  bucket: z.string().optional(),
  objectPath: unavailable('set path to the folder, and filter.regex').optional(),
}

const sources = [
  { field: 'awsConnection', scheme: 's3', schemes: /^s3:\/\//i },
  { field: 'gcpConnection', scheme: 'gcs', schemes: /^(?:gcs|gs):\/\//i },
  { field: 'sftpConnection', scheme: 'sftp', schemes: /^sftp:\/\//i },
  { field: 'smbConnection', scheme: 'smb', schemes: /^(?:smb:\/\/|\\\\)/i },
] as const

const fields = z.strictObject({
  path: text,
  recursive: z.boolean().optional(),
  filter: z
    .strictObject({
      minAge: age.optional(),
      maxAge: age.optional(),
      minSize: size.optional(),
      maxSize: size.optional(),
      regex: z.string().optional(),
      since: z
        .string()
        .transform((written, context) => {
          const since = written.replace(/^now-/, '')
          if (parseMoment(since, Date.now()) !== undefined) return since
          context.addIssue({
            code: 'custom',
            message: `must be an age such as 12h, or a date, got ${JSON.stringify(written)}`,
          })
          return z.NEVER
        })
        .optional(),
    })
    .optional(),
  minAge: age.optional(),
  maxAge: age.optional(),
  minCount: count.optional(),
  maxCount: count.optional(),
  minSize: size.optional(),
  maxSize: size.optional(),
  availableSize: size.optional(),
  totalSize: size.optional(),
  awsConnection: z
    .strictObject({ ...awsSignIn, usePathStyle: z.boolean().optional(), ...bucketFields })
    .refine(hasWholeKey, wholeKey)
    .optional(),
  gcpConnection: z.strictObject({ ...gcpSignIn, bucket: bucketFields.bucket }).optional(),
  sftpConnection: sftpSignIn.optional(),
  smbConnection: smbSignIn.optional(),
})
export type FolderSpec = z.infer<typeof fields>

export const folderSpec = fields.superRefine((spec, context) => {
  const { path } = spec
  const addIssue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  const named = sources.find(({ schemes }) => schemes.test(path))
  const [first, ...others] = sources.flatMap((source) => (spec[source.field] === undefined ? [] : source))
  for (const { field } of others) addIssue(field, 'must not be set together with another connection')
  if (named !== undefined && spec[named.field] === undefined)
    addIssue(named.field, `required for a path that begins with ${named.scheme}://`)
  if (first === undefined) return
  const isPathOfServer = first.scheme === 'sftp' && !path.includes('://')
  if (named === undefined && !isPathOfServer)
    addIssue('path', `must begin with ${first.scheme}:// because ${first.field} is set`)
  const bucket = spec.awsConnection?.bucket || spec.gcpConnection?.bucket
  const ofPath = path.replace(/^\w+:\/\//, '').split('/')[0]
  if (bucket && ofPath !== bucket) addIssue(first.field, `bucket must be that of the path, ${ofPath}, got ${bucket}`)
  if (/[*?]/.test(path)) addIssue('path', 'can have wildcards only for a local folder: use filter.regex')
  if (spec.availableSize !== undefined) addIssue('availableSize', 'is supported only for a local folder')
})
