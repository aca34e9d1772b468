import { z } from 'zod'
import { envVar, type EnvVar } from '#relay/backend/clients/run/fields.ts'
import { createAwsOptions, openAwsAccess, type AwsSignIn } from '#relay/backend/clients/clouds/aws-access.ts'
import type { AwsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'

const text = z.string().min(1)

export const awsSignIn = {
  connection: text.optional(),
  accessKey: secret(envVar).optional(),
  secretKey: secret(envVar).optional(),
  sessionToken: secret(envVar).optional(),
  assumeRole: text.optional(),
  region: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a region such as eu-central-1')
    .optional(),
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  skipTLSVerify: z.boolean().optional(),
}

interface WrittenKey {
  readonly accessKey?: EnvVar | undefined
  readonly secretKey?: EnvVar | undefined
}

export const hasWholeKey = ({ accessKey, secretKey }: WrittenKey): boolean =>
  (accessKey === undefined) === (secretKey === undefined)
export const wholeKey = { message: 'requires accessKey: set both or neither', path: ['secretKey'] }

export const openAws = async (
  spec: AwsSignIn & { readonly region?: string | undefined },
  run: ClientRun,
): Promise<(service: string) => AwsClientOptions> => {
  const { access, region } = await openAwsAccess(spec, spec.region, run)
  return createAwsOptions(access, region)
}

export const formatRegion = ({
  region,
  connection,
}: {
  readonly region?: string | undefined
  readonly connection?: string | undefined
}): string => region ?? connection ?? 'us-east-1'
