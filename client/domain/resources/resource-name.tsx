import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { z } from 'zod'
import { isId } from '#shared/primitives/id.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import { listRows } from '#client/api/data-api.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

const nameSchema = z.object({ id: z.string(), name: nullableText })

type NamedRelation = 'checks' | 'config_items' | 'components' | 'canaries' | 'people' | 'teams'

/** Null when it does not exist or is not visible to the user. */
export const resourceNameQuery = (relation: NamedRelation, id: string) =>
  queryOptions({
    queryKey: ['resource-name', relation, id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, select: 'id,name' }
      const { rows } = await listRows(relation, { row: nameSchema, query, signal })
      return rows[0]?.name ?? null
    },
  })

const kinds = {
  check: { relation: 'checks', href: checkHref },
  config: { relation: 'config_items', href: (id) => linkTo(routes.configItem, { id }) },
  component: { relation: 'components', href: (id) => linkTo(routes.topologyItem, { id }) },
  people: { relation: 'people', href: null },
  team: { relation: 'teams', href: null },
} as const satisfies Readonly<
  Record<string, { readonly relation: NamedRelation; readonly href: ((id: string) => string) | null }>
>
export type NamedKind = keyof typeof kinds

export const isNamedKind = (kind: string | undefined): kind is NamedKind =>
  kind !== undefined && Object.hasOwn(kinds, kind)

interface ResourceNameProps {
  readonly kind: NamedKind
  readonly id: string
  readonly isLink?: boolean
}

/** Shows the ID until the name is known, and when no row has it. */
export function ResourceName({ kind, id, isLink = false }: ResourceNameProps) {
  const { relation, href } = kinds[kind]
  const { data: name } = useQuery({ ...resourceNameQuery(relation, id), enabled: isId(id) })
  if (name == null) return <code className="cut">{id}</code>
  if (!isLink || href === null) return <span className="cut">{name}</span>
  return (
    <Link className="link" href={href(id)}>
      {name}
    </Link>
  )
}
