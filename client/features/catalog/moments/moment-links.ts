import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

interface Change {
  readonly config_id: string
  readonly created_at: string
}

/** Timestamps have microseconds, addresses milliseconds: `after` rounds up so that it includes the change. */
export const aroundChange = (createdAt: string): { readonly before: string; readonly after: string } => {
  const atMs = Date.parse(createdAt)
  const isWhole = !/\.\d{3}\d*[1-9]/.test(createdAt)
  return {
    before: toIsoTime(atMs - 1),
    after: toIsoTime(isWhole ? atMs : atMs + 1),
  }
}

const toItemHref = (id: string, query: Readonly<Record<string, string>>): string =>
  `${linkTo(routes.configItem, { id })}?${new URLSearchParams(query).toString()}`

export const formerHref = ({ config_id: id, created_at: at }: Change): string =>
  toItemHref(id, { at: aroundChange(at).before })

export const comparedHref = ({ config_id: id, created_at: at }: Change): string => {
  const { before, after } = aroundChange(at)
  return toItemHref(id, { at: before, and: after })
}
