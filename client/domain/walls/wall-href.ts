import { toWallSlug } from '#shared/wall/named-wall.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

export const wallHref = (name: string): string => linkTo(routes.wall, { name: toWallSlug(name) })
