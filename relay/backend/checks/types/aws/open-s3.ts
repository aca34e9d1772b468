import type { S3Client } from '@aws-sdk/client-s3'
import type { AwsSignIn } from '#relay/backend/clients/clouds/aws-access.ts'
import { s3ClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { openAws } from '#relay/backend/clients/clouds/aws-fields.ts'

export const openS3 = async (
  spec: AwsSignIn & { readonly region?: string | undefined; readonly usePathStyle?: boolean | undefined },
  run: ClientRun,
): Promise<S3Client> => {
  const client = await openAws(spec, run)
  const { S3Client: Client } = await import('@aws-sdk/client-s3')
  const options = s3ClientOptions(client('S3'))
  return new Client({ ...options, forcePathStyle: spec.usePathStyle ?? options.forcePathStyle })
}
