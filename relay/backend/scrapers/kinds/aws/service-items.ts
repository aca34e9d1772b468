import type { Cluster } from '@aws-sdk/client-eks'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { awsClientOptions, s3ClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { bounded, requireField } from '#relay/backend/clients/clouds/aws-access.ts'
import { awsItem, toLabels, uses, within, type AwsPart } from './aws-item.ts'
import { securityGroupType, subnetType, vpcType } from './ec2-items.ts'

const roleType = 'AWS::IAM::Role'

const buckets: AwsPart = {
  type: 'AWS::S3::Bucket',
  isGlobal: true,
  items: async function* (api) {
    const { S3Client, paginateListBuckets } = await import('@aws-sdk/client-s3')
    const client = new S3Client(s3ClientOptions(api.client('S3')))
    for await (const { Buckets: page } of bounded(paginateListBuckets({ client, pageSize: 1_000 }, {})))
      for (const bucket of requireField(page)) {
        const { Name: id, CreationDate: createdAt, BucketRegion: region = 'global' } = bucket
        yield* awsItem({ ...api, region }, bucket, {
          type: 'AWS::S3::Bucket',
          id,
          aliases: [`arn:${api.partition}:s3:::${id}`],
          createdAt,
          links: within(api),
        })
      }
  },
}

const toDatabaseHealth = (status: string): Health => {
  if (status === 'available') return 'healthy'
  return /failed|full|incompatible|inaccessible/.test(status) ? 'unhealthy' : 'warning'
}

const databases: AwsPart = {
  type: 'AWS::RDS::DBInstance',
  isGlobal: false,
  items: async function* (api) {
    const { RDSClient, paginateDescribeDBInstances } = await import('@aws-sdk/client-rds')
    const client = new RDSClient(awsClientOptions(api.client('RDS')))
    for await (const { DBInstances: page } of bounded(paginateDescribeDBInstances({ client, pageSize: 100 }, {})))
      for (const { TagList: tags, LatestRestorableTime: _moves, ...one } of requireField(page)) {
        const { DBInstanceIdentifier: name, DBInstanceStatus: status = 'unknown' } = one
        yield* awsItem(api, one, {
          type: 'AWS::RDS::DBInstance',
          id: one.DBInstanceArn,
          // AWS Config uses the last of these as its id.
          aliases: [name, one.DbiResourceId].filter((alias) => alias !== undefined),
          name,
          status,
          health: toDatabaseHealth(status),
          labels: toLabels(tags),
          createdAt: one.InstanceCreateTime,
          links: [
            ...within(api, [vpcType, one.DBSubnetGroup?.VpcId]),
            ...uses(
              securityGroupType,
              one.VpcSecurityGroups?.map(({ VpcSecurityGroupId: id }) => id),
            ),
          ],
        })
      }
  },
}

/** IAM returns URL-encoded JSON. */
const parsePolicy = (written: string | undefined): unknown => {
  try {
    return JSON.parse(decodeURIComponent(written ?? ''))
  } catch {
    return written
  }
}

const roles: AwsPart = {
  type: roleType,
  isGlobal: true,
  items: async function* (api) {
    const { IAMClient, paginateListRoles } = await import('@aws-sdk/client-iam')
    const client = new IAMClient(awsClientOptions(api.client('IAM')))
    for await (const { Roles: page } of bounded(paginateListRoles({ client, pageSize: 500 }, {})))
      for (const role of requireField(page))
        yield* awsItem(
          { ...api, region: 'global' },
          { ...role, AssumeRolePolicyDocument: parsePolicy(role.AssumeRolePolicyDocument) },
          {
            type: roleType,
            id: role.Arn,
            aliases: role.RoleId === undefined ? [] : [role.RoleId],
            name: role.RoleName,
            description: role.Description,
            createdAt: role.CreateDate,
            links: within(api),
          },
        )
  },
}

const functions: AwsPart = {
  type: 'AWS::Lambda::Function',
  isGlobal: false,
  items: async function* (api) {
    const { LambdaClient, paginateListFunctions } = await import('@aws-sdk/client-lambda')
    const client = new LambdaClient(awsClientOptions(api.client('LAMBDA')))
    for await (const { Functions: page } of bounded(paginateListFunctions({ client, pageSize: 50 }, {})))
      for (const { Environment: environment, ...one } of requireField(page))
        yield* awsItem(
          api,
          // Security: values of variables may be secrets.
          { ...one, Environment: Object.keys(environment?.Variables ?? {}).map((name) => `${name}=${maskedSecret}`) },
          {
            type: 'AWS::Lambda::Function',
            id: one.FunctionArn,
            aliases: one.FunctionName === undefined ? [] : [one.FunctionName],
            name: one.FunctionName,
            description: one.Description,
            links: [
              ...within(api),
              ...uses(roleType, [one.Role]),
              ...uses(vpcType, [one.VpcConfig?.VpcId]),
              ...uses(subnetType, one.VpcConfig?.SubnetIds),
              ...uses(securityGroupType, one.VpcConfig?.SecurityGroupIds),
            ],
          },
        )
  },
}

const toClusterHealth = ({ status, health }: Cluster): Health => {
  if (status === 'FAILED') return 'unhealthy'
  return status === 'ACTIVE' && (health?.issues ?? []).length === 0 ? 'healthy' : 'warning'
}

const clusters: AwsPart = {
  type: 'AWS::EKS::Cluster',
  isGlobal: false,
  items: async function* (api) {
    const { EKSClient, DescribeClusterCommand, paginateListClusters } = await import('@aws-sdk/client-eks')
    const client = new EKSClient(awsClientOptions(api.client('EKS')))
    for await (const { clusters: names } of bounded(paginateListClusters({ client, pageSize: 100 }, {})))
      for (const name of requireField(names)) {
        const { cluster: answered } = await client.send(new DescribeClusterCommand({ name }))
        const cluster = requireField(answered)
        const { tags, ...config } = cluster
        const network = cluster.resourcesVpcConfig
        yield* awsItem(api, config, {
          type: 'AWS::EKS::Cluster',
          id: cluster.arn,
          aliases: [name],
          name,
          status: cluster.status,
          health: toClusterHealth(cluster),
          labels: tags ?? {},
          createdAt: cluster.createdAt,
          links: [
            ...within(api, [vpcType, network?.vpcId]),
            ...uses(roleType, [cluster.roleArn]),
            ...uses(subnetType, network?.subnetIds),
            ...uses(securityGroupType, [...(network?.securityGroupIds ?? []), network?.clusterSecurityGroupId]),
          ],
        })
      }
  },
}

export const serviceParts: readonly AwsPart[] = [roles, buckets, databases, functions, clusters]
