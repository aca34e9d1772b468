import type * as ec2 from '@aws-sdk/client-ec2'
import type { EC2Client, Instance, Tag } from '@aws-sdk/client-ec2'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { awsClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { bounded, requireField } from '#relay/backend/clients/clouds/aws-access.ts'
import type { AwsApi } from './aws-api.ts'
import { awsItem, toLabels, uses, within, type AwsPart } from './aws-item.ts'

export const vpcType = 'AWS::EC2::VPC'
export const subnetType = 'AWS::EC2::Subnet'
export const securityGroupType = 'AWS::EC2::SecurityGroup'
const volumeType = 'AWS::EBS::Volume'
const instanceType = 'AWS::EC2::Instance'

type Ec2 = typeof ec2
interface Paging {
  readonly client: EC2Client
  readonly pageSize: number
}

const createPart = <Page>(
  type: string,
  listPages: (sdk: Ec2, paging: Paging) => AsyncIterable<Page>,
  toItems: (page: Page, api: AwsApi) => readonly FoundItem[],
): AwsPart => ({
  type,
  isGlobal: false,
  items: async function* (api) {
    const sdk = await import('@aws-sdk/client-ec2')
    const client = new sdk.EC2Client(awsClientOptions(api.client('EC2')))
    for await (const page of bounded(listPages(sdk, { client, pageSize: 200 }))) yield* toItems(page, api)
  },
})

const named = (
  { partition, region, account }: AwsApi,
  kind: string,
  id: string | undefined,
  tags: readonly Tag[] | undefined,
) => {
  const labels = toLabels(tags)
  return {
    id,
    aliases: [`arn:${partition}:ec2:${region}:${account}:${kind}/${id}`],
    name: labels['Name'] || id,
    labels,
  }
}

const instanceHealth: Readonly<Record<string, Health>> = { running: 'healthy', pending: 'unknown' }

const instanceItem = ({ Tags: tags, State, ...one }: Instance, api: AwsApi): readonly FoundItem[] => {
  const state = State?.Name
  if (state === 'terminated') return []
  return awsItem(
    api,
    { ...one, State: state },
    {
      ...named(api, 'instance', one.InstanceId, tags),
      type: instanceType,
      status: state,
      health: instanceHealth[state ?? ''] ?? null,
      createdAt: one.LaunchTime,
      links: [
        ...within(api, [subnetType, one.SubnetId], [vpcType, one.VpcId]),
        ...uses(
          securityGroupType,
          one.SecurityGroups?.map(({ GroupId }) => GroupId),
        ),
        ...uses(
          volumeType,
          one.BlockDeviceMappings?.map(({ Ebs }) => Ebs?.VolumeId),
        ),
      ],
    },
  )
}

export const ec2Parts: readonly AwsPart[] = [
  createPart(
    vpcType,
    (sdk, paging) => sdk.paginateDescribeVpcs(paging, {}),
    ({ Vpcs }, api) =>
      requireField(Vpcs).flatMap(({ Tags: tags, ...one }) =>
        awsItem(api, one, {
          ...named(api, 'vpc', one.VpcId, tags),
          type: vpcType,
          status: one.State,
          links: within(api),
        }),
      ),
  ),
  createPart(
    subnetType,
    (sdk, paging) => sdk.paginateDescribeSubnets(paging, {}),
    ({ Subnets }, api) =>
      // The number of free addresses changes constantly.
      requireField(Subnets).flatMap(({ Tags: tags, AvailableIpAddressCount: _count, ...one }) =>
        awsItem(api, one, {
          ...named(api, 'subnet', one.SubnetId, tags),
          type: subnetType,
          status: one.State,
          links: within(api, [vpcType, one.VpcId]),
        }),
      ),
  ),
  createPart(
    securityGroupType,
    (sdk, paging) => sdk.paginateDescribeSecurityGroups(paging, {}),
    ({ SecurityGroups }, api) =>
      requireField(SecurityGroups).flatMap(({ Tags: tags, ...one }) =>
        awsItem(api, one, {
          ...named(api, 'security-group', one.GroupId, tags),
          name: one.GroupName,
          type: securityGroupType,
          description: one.Description,
          links: within(api, [vpcType, one.VpcId]),
        }),
      ),
  ),
  createPart(
    volumeType,
    (sdk, paging) => sdk.paginateDescribeVolumes(paging, {}),
    ({ Volumes }, api) =>
      requireField(Volumes).flatMap(({ Tags: tags, ...one }) =>
        awsItem(api, one, {
          ...named(api, 'volume', one.VolumeId, tags),
          type: volumeType,
          status: one.State,
          health: one.State === 'error' ? 'unhealthy' : 'healthy',
          createdAt: one.CreateTime,
          links: within(api),
        }),
      ),
  ),
  createPart(
    instanceType,
    (sdk, paging) => sdk.paginateDescribeInstances(paging, {}),
    ({ Reservations }, api) =>
      requireField(Reservations).flatMap(({ Instances = [] }) => Instances.flatMap((one) => instanceItem(one, api))),
  ),
]
