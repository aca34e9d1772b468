import { z } from 'zod'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { pagesOf, type AwsApi } from './aws-api.ts'
import { awsItem, labelsOf, listOf, tagSchema, uses, within, type AwsPart } from './aws-item.ts'

const pageSize = '200'
export const vpcType = 'AWS::EC2::VPC'
export const subnetType = 'AWS::EC2::Subnet'
export const securityGroupType = 'AWS::EC2::SecurityGroup'
const volumeType = 'AWS::EBS::Volume'
const instanceType = 'AWS::EC2::Instance'

const text = z.string()
const maybe = text.optional()
const tagSet = listOf(tagSchema)
const groupSet = listOf(z.looseObject({ groupId: text }))
const nextToken = { nextToken: maybe }

const instance = z.looseObject({
  instanceId: text,
  instanceState: z.looseObject({ name: text }),
  launchTime: maybe,
  subnetId: maybe,
  vpcId: maybe,
  groupSet,
  blockDeviceMapping: listOf(z.looseObject({ ebs: z.looseObject({ volumeId: maybe }).optional() })),
  tagSet,
})
const instances = z.looseObject({
  ...nextToken,
  reservationSet: listOf(z.looseObject({ instancesSet: listOf(instance) })),
})
const volume = z.looseObject({ volumeId: text, status: maybe, createTime: maybe, tagSet })
const volumes = z.looseObject({ ...nextToken, volumeSet: listOf(volume) })
const vpc = z.looseObject({ vpcId: text, state: maybe, tagSet })
const vpcs = z.looseObject({ ...nextToken, vpcSet: listOf(vpc) })
const subnet = z.looseObject({ subnetId: text, vpcId: maybe, state: maybe, tagSet })
const subnets = z.looseObject({ ...nextToken, subnetSet: listOf(subnet) })
const group = z.looseObject({ groupId: text, groupName: text, groupDescription: maybe, vpcId: maybe, tagSet })
const groups = z.looseObject({ ...nextToken, securityGroupInfo: listOf(group) })

/** One type of EC2: how it is asked for, and what each of an answer is as an item. */
const partOf = <Answer extends { readonly nextToken?: string | undefined }>(
  type: string,
  Action: string,
  schema: z.ZodType<Answer>,
  itemsOf: (answer: Answer, api: AwsApi) => readonly FoundItem[],
): AwsPart => ({
  type,
  isGlobal: false,
  items: async function* (api) {
    const ask = (token: string | undefined) =>
      api.query('ec2', { Action, MaxResults: pageSize, ...(token !== undefined && { NextToken: token }) }, schema)
    for await (const answer of pagesOf(ask, (page) => page.nextToken)) yield* itemsOf(answer, api)
  },
})

const arnOf = ({ partition, region, account }: AwsApi, resource: string) =>
  `arn:${partition}:ec2:${region}:${account}:${resource}`

/** What all of EC2 has: an id, which is a part of its ARN, and a name among its tags. */
const named = (api: AwsApi, kind: string, id: string, tags: readonly z.infer<typeof tagSchema>[]) => {
  const labels = labelsOf(tags)
  return { id, aliases: [arnOf(api, `${kind}/${id}`)], name: labels['Name'] || id, labels }
}

const healthOfInstance: Readonly<Record<string, Health>> = { running: 'healthy', pending: 'unknown' }

const instanceItem = (one: z.infer<typeof instance>, api: AwsApi): FoundItem => {
  const { tagSet: tags, instanceState: state, ...config } = one
  return awsItem(
    api,
    { ...config, instanceState: state.name },
    {
      ...named(api, 'instance', one.instanceId, tags),
      type: instanceType,
      status: state.name,
      health: healthOfInstance[state.name] ?? null,
      createdAt: one.launchTime,
      links: [
        ...within(api, [subnetType, one.subnetId], [vpcType, one.vpcId]),
        ...uses(
          securityGroupType,
          one.groupSet.map(({ groupId }) => groupId),
        ),
        ...uses(
          volumeType,
          one.blockDeviceMapping.map(({ ebs }) => ebs?.volumeId),
        ),
      ],
    },
  )
}

/** How many addresses are left changes with whatever runs in a subnet. */
const withoutCounts = ({ availableIpAddressCount: _count, ...config }: Readonly<Record<string, unknown>>) => config

/** Instances, volumes, VPCs, subnets and security groups; what is terminated is gone. */
export const ec2Parts: readonly AwsPart[] = [
  partOf(vpcType, 'DescribeVpcs', vpcs, ({ vpcSet }, api) =>
    vpcSet.map(({ tagSet: tags, ...one }) =>
      awsItem(api, one, {
        ...named(api, 'vpc', one.vpcId, tags),
        type: vpcType,
        status: one.state,
        links: within(api),
      }),
    ),
  ),
  partOf(subnetType, 'DescribeSubnets', subnets, ({ subnetSet }, api) =>
    subnetSet.map(({ tagSet: tags, ...one }) =>
      awsItem(api, withoutCounts(one), {
        ...named(api, 'subnet', one.subnetId, tags),
        type: subnetType,
        status: one.state,
        links: within(api, [vpcType, one.vpcId]),
      }),
    ),
  ),
  partOf(securityGroupType, 'DescribeSecurityGroups', groups, ({ securityGroupInfo }, api) =>
    securityGroupInfo.map(({ tagSet: tags, ...one }) =>
      awsItem(api, one, {
        ...named(api, 'security-group', one.groupId, tags),
        name: one.groupName,
        type: securityGroupType,
        description: one.groupDescription,
        links: within(api, [vpcType, one.vpcId]),
      }),
    ),
  ),
  partOf(volumeType, 'DescribeVolumes', volumes, ({ volumeSet }, api) =>
    volumeSet.map(({ tagSet: tags, ...one }) =>
      awsItem(api, one, {
        ...named(api, 'volume', one.volumeId, tags),
        type: volumeType,
        status: one.status,
        health: one.status === 'error' ? 'unhealthy' : 'healthy',
        createdAt: one.createTime,
        links: within(api),
      }),
    ),
  ),
  partOf(instanceType, 'DescribeInstances', instances, ({ reservationSet }, api) =>
    reservationSet.flatMap(({ instancesSet }) =>
      instancesSet
        .filter(({ instanceState }) => instanceState.name !== 'terminated')
        .map((one) => instanceItem(one, api)),
    ),
  ),
]
