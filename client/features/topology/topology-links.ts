import { linkTo, routes } from '#client/lib/address/routes.ts'

const refererKey = 'refererId'

/** A component's page; `refererId` names the component under which it was met, where it stands under several. */
export const componentHref = (id: string, refererId?: string): string => {
  const href = linkTo(routes.topologyItem, { id })
  return refererId === undefined ? href : `${href}?${new URLSearchParams({ [refererKey]: refererId }).toString()}`
}

export const refererIn = (params: URLSearchParams): string | null => params.get(refererKey) || null
