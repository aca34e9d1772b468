import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem, Known } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AwsApi } from './aws-api.ts'

export interface AwsPart {
  readonly type: string
  readonly isGlobal: boolean
  readonly items: (api: AwsApi) => AsyncIterable<FoundItem>
}

export const accountType = 'AWS::::Account'

type Tags = readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[]

export const toLabels = (tags: Tags | undefined = []): Record<string, string> =>
  Object.fromEntries(tags.flatMap(({ Key, Value = '' }) => (Key === undefined ? [] : [[Key, Value]])))

export const within = ({ account }: AwsApi, ...holders: readonly (readonly [type: string, id: string | undefined])[]) =>
  [...holders, [accountType, account] as const].flatMap(([type, id]): ItemLink[] =>
    id === undefined || id === '' ? [] : [{ kind: 'parent', to: { type, id } }],
  )

const linkedMax = 100

export const uses = (type: string, ids: readonly (string | undefined)[] | undefined = []): ItemLink[] =>
  [...new Set(ids)]
    .slice(0, linkedMax)
    .flatMap((id): ItemLink[] =>
      id === undefined || id === '' ? [] : [{ kind: 'related', relation: 'uses', to: { type, id } }],
    )

interface AwsKnown extends Omit<Known, 'id' | 'type' | 'createdAt'> {
  readonly type: string
  readonly id: string | undefined
  readonly createdAt?: Date | undefined
}

export const awsItem = (
  api: Pick<AwsApi, 'account' | 'region'>,
  config: object,
  { id, createdAt, ...known }: AwsKnown,
): readonly FoundItem[] =>
  id === undefined || id === ''
    ? []
    : [
        {
          kind: 'item',
          // Converts dates to text.
          config: JSON.parse(JSON.stringify(config)) as unknown,
          known: {
            id,
            configClass: known.type.split('::').at(-1),
            source: `AWS ${api.account}`,
            createdAt: createdAt?.toISOString(),
            ...known,
            tags: { account: api.account, region: api.region, ...known.tags },
          },
        },
      ]
