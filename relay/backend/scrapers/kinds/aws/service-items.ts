import { z } from 'zod'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { pagesOf } from './aws-api.ts'
import { awsItem, labelsOf, listOf, uses, within, type AwsPart } from './aws-item.ts'
import { securityGroupType, subnetType, vpcType } from './ec2-items.ts'

const text = z.string()
const maybe = text.nullish()
const texts = z.array(text).nullish()
const roleType = 'AWS::IAM::Role'

const bucketPage = z.looseObject({
  ContinuationToken: text.optional(),
  Buckets: listOf(z.looseObject({ Name: text, CreationDate: maybe, BucketRegion: maybe })),
})

const buckets: AwsPart = {
  type: 'AWS::S3::Bucket',
  isGlobal: true,
  items: async function* (api) {
    const ask = (token: string | undefined) => {
      const query = new URLSearchParams({
        'max-buckets': '1000',
        ...(token !== undefined && { 'continuation-token': token }),
      })
      return api.get('s3', `/?${query.toString()}`, bucketPage)
    }
    for await (const { Buckets: page } of pagesOf(ask, (answer) => answer.ContinuationToken))
      for (const bucket of page) {
        const { Name: id, CreationDate: createdAt, BucketRegion: region } = bucket
        yield awsItem({ ...api, region: region ?? 'global' }, bucket, {
          type: 'AWS::S3::Bucket',
          id,
          aliases: [`arn:${api.partition}:s3:::${id}`],
          createdAt,
          links: within(api),
        })
      }
  },
}

const databasePage = z.looseObject({
  DescribeDBInstancesResult: z.looseObject({
    Marker: text.optional(),
    DBInstances: listOf(
      z.looseObject({
        DBInstanceIdentifier: text,
        DBInstanceArn: text,
        DBInstanceStatus: text.catch('unknown'),
        InstanceCreateTime: maybe,
        DBSubnetGroup: z.looseObject({ VpcId: text.optional() }).optional(),
        VpcSecurityGroups: listOf(z.looseObject({ VpcSecurityGroupId: text })),
        TagList: listOf(z.looseObject({ Key: text, Value: text.catch('') })),
      }),
    ),
  }),
})

const healthOfDatabase = (status: string): Health => {
  if (status === 'available') return 'healthy'
  return /failed|full|incompatible|inaccessible/.test(status) ? 'unhealthy' : 'warning'
}

const databases: AwsPart = {
  type: 'AWS::RDS::DBInstance',
  isGlobal: false,
  items: async function* (api) {
    const ask = (Marker: string | undefined) =>
      api.query(
        'rds',
        { Action: 'DescribeDBInstances', MaxRecords: '100', ...(Marker !== undefined && { Marker }) },
        databasePage,
      )
    const pages = pagesOf(ask, (answer) => answer.DescribeDBInstancesResult.Marker)
    for await (const { DescribeDBInstancesResult: page } of pages)
      for (const { TagList: tags, LatestRestorableTime: _moves, ...one } of page.DBInstances)
        yield awsItem(api, one, {
          type: 'AWS::RDS::DBInstance',
          id: one.DBInstanceArn,
          aliases: [one.DBInstanceIdentifier],
          name: one.DBInstanceIdentifier,
          status: one.DBInstanceStatus,
          health: healthOfDatabase(one.DBInstanceStatus),
          labels: labelsOf(tags.map(({ Key: key, Value: value }) => ({ key, value }))),
          createdAt: one.InstanceCreateTime,
          links: [
            ...within(api, [vpcType, one.DBSubnetGroup?.VpcId]),
            ...uses(
              securityGroupType,
              one.VpcSecurityGroups.map(({ VpcSecurityGroupId: id }) => id),
            ),
          ],
        })
  },
}

const rolePage = z.looseObject({
  ListRolesResult: z.looseObject({
    Marker: text.optional(),
    Roles: listOf(
      z.looseObject({
        RoleName: text,
        RoleId: text,
        Arn: text,
        Description: maybe,
        CreateDate: maybe,
        AssumeRolePolicyDocument: maybe,
      }),
    ),
  }),
})

/** Documents of IAM are JSON, encoded as in addresses. */
const policyOf = (written: string | null | undefined): unknown => {
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
    const ask = (Marker: string | undefined) =>
      api.query('iam', { Action: 'ListRoles', MaxItems: '500', ...(Marker !== undefined && { Marker }) }, rolePage)
    for await (const { ListRolesResult: page } of pagesOf(ask, (answer) => answer.ListRolesResult.Marker))
      for (const role of page.Roles)
        yield awsItem(
          { ...api, region: 'global' },
          { ...role, AssumeRolePolicyDocument: policyOf(role.AssumeRolePolicyDocument) },
          {
            type: roleType,
            id: role.Arn,
            aliases: [role.RoleId],
            name: role.RoleName,
            description: role.Description,
            createdAt: role.CreateDate,
            links: within(api),
          },
        )
  },
}

const functionPage = z.looseObject({
  NextMarker: maybe,
  Functions: listOf(
    z.looseObject({
      FunctionName: text,
      FunctionArn: text,
      Description: maybe,
      Role: text.optional(),
      Environment: z.looseObject({ Variables: z.record(text, z.unknown()).nullish() }).nullish(),
      VpcConfig: z.looseObject({ VpcId: maybe, SubnetIds: texts, SecurityGroupIds: texts }).nullish(),
    }),
  ),
})

const functions: AwsPart = {
  type: 'AWS::Lambda::Function',
  isGlobal: false,
  items: async function* (api) {
    const ask = (token: string | undefined) => {
      const query = new URLSearchParams({ MaxItems: '50', ...(token !== undefined && { Marker: token }) })
      return api.get('lambda', `/2015-03-31/functions/?${query.toString()}`, functionPage)
    }
    for await (const { Functions: page } of pagesOf(ask, (answer) => answer.NextMarker ?? undefined))
      for (const { Environment: environment, ...one } of page)
        yield awsItem(
          api,
          // What variables are set to is for the function alone.
          { ...one, Environment: Object.keys(environment?.Variables ?? {}).map((name) => `${name}=${maskedSecret}`) },
          {
            type: 'AWS::Lambda::Function',
            id: one.FunctionArn,
            aliases: [one.FunctionName],
            name: one.FunctionName,
            description: one.Description,
            links: [
              ...within(api),
              ...uses(roleType, [one.Role]),
              ...uses(vpcType, [one.VpcConfig?.VpcId ?? undefined]),
              ...uses(subnetType, one.VpcConfig?.SubnetIds ?? []),
              ...uses(securityGroupType, one.VpcConfig?.SecurityGroupIds ?? []),
            ],
          },
        )
  },
}

const clusterNames = z.looseObject({ nextToken: maybe, clusters: listOf(text) })
const clusterAnswer = z.looseObject({
  cluster: z.looseObject({
    name: text,
    arn: text,
    status: maybe,
    createdAt: z.union([z.number(), text]).nullish(),
    roleArn: text.optional(),
    tags: z.record(text, text).nullish(),
    health: z.looseObject({ issues: listOf(z.unknown()) }).nullish(),
    resourcesVpcConfig: z
      .looseObject({
        vpcId: text.optional(),
        subnetIds: texts,
        securityGroupIds: texts,
        clusterSecurityGroupId: text.optional(),
      })
      .nullish(),
  }),
})
type Cluster = z.infer<typeof clusterAnswer>['cluster']

const healthOfCluster = ({ status, health }: Cluster): Health => {
  if (status === 'FAILED') return 'unhealthy'
  return status === 'ACTIVE' && (health?.issues ?? []).length === 0 ? 'healthy' : 'warning'
}

const timeOf = (time: Cluster['createdAt']): string | null => {
  const date = new Date(typeof time === 'number' ? time * 1_000 : (time ?? Number.NaN))
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const clusters: AwsPart = {
  type: 'AWS::EKS::Cluster',
  isGlobal: false,
  items: async function* (api) {
    const ask = (token: string | undefined) => {
      const query = new URLSearchParams({ maxResults: '100', ...(token !== undefined && { nextToken: token }) })
      return api.get('eks', `/clusters?${query.toString()}`, clusterNames)
    }
    for await (const { clusters: names } of pagesOf(ask, (answer) => answer.nextToken ?? undefined))
      for (const name of names) {
        const { cluster } = await api.get('eks', `/clusters/${encodeURIComponent(name)}`, clusterAnswer)
        const { tags, ...config } = cluster
        const network = cluster.resourcesVpcConfig
        yield awsItem(api, config, {
          type: 'AWS::EKS::Cluster',
          id: cluster.arn,
          aliases: [name],
          name,
          status: cluster.status,
          health: healthOfCluster(cluster),
          labels: tags ?? {},
          createdAt: timeOf(cluster.createdAt),
          links: [
            ...within(api, [vpcType, network?.vpcId]),
            ...uses(roleType, [cluster.roleArn]),
            ...uses(subnetType, network?.subnetIds ?? []),
            ...uses(securityGroupType, [...(network?.securityGroupIds ?? []), network?.clusterSecurityGroupId]),
          ],
        })
      }
  },
}

/** What other services than EC2 have. */
export const serviceParts: readonly AwsPart[] = [roles, buckets, databases, functions, clusters]
