import { z } from 'zod'
import type { ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem, Known } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AwsApi } from './aws-api.ts'

/** One type of things that an account has. */
export interface AwsPart {
  readonly type: string
  /** Of the whole account, and the same in all its regions. */
  readonly isGlobal: boolean
  readonly items: (api: AwsApi) => AsyncIterable<FoundItem>
}

export const accountType = 'AWS::::Account'

/** A list, where AWS leaves it out when it is empty. */
export const listOf = <T>(schema: z.ZodType<T>) =>
  z
    .array(schema)
    .nullish()
    .transform((list) => list ?? [])

export const tagSchema = z.looseObject({ key: z.string(), value: z.string().catch('') })
export const labelsOf = (tags: readonly z.infer<typeof tagSchema>[]): Record<string, string> =>
  Object.fromEntries(tags.map(({ key, value }) => [key, value]))

/** What holds it: of several, by their types and ids, the first that is there, and the account at last. */
export const within = ({ account }: AwsApi, ...holders: readonly (readonly [type: string, id: string | undefined])[]) =>
  [...holders, [accountType, account] as const].flatMap(([type, id]): ItemLink[] =>
    id === undefined || id === '' ? [] : [{ kind: 'parent', to: { type, id } }],
  )

const linkedMax = 100

export const uses = (type: string, ids: readonly (string | undefined)[]): ItemLink[] =>
  [...new Set(ids)]
    .slice(0, linkedMax)
    .flatMap((id): ItemLink[] =>
      id === undefined || id === '' ? [] : [{ kind: 'related', relation: 'uses', to: { type, id } }],
    )

/** An item with what all things of an account in a region have. */
export const awsItem = (
  api: Pick<AwsApi, 'account' | 'region'>,
  config: unknown,
  known: Known & { readonly type: string; readonly id: string },
): FoundItem => ({
  kind: 'item',
  config,
  known: {
    configClass: known.type.split('::').at(-1),
    source: `AWS ${api.account}`,
    ...known,
    tags: { account: api.account, region: api.region, ...known.tags },
  },
})
