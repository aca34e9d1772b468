import { linkTo, routes } from '#client/lib/address/routes.ts'

const refererKey = 'refererId'

export const componentHref = (id: string, refererId?: string): string => {
  const href = linkTo(routes.topologyItem, { id })
  return refererId === undefined ? href : `${href}?${new URLSearchParams({ [refererKey]: refererId }).toString()}`
}

export const refererIn = (params: URLSearchParams): string | null => params.get(refererKey) || null
