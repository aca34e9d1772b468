import { routes } from '#client/lib/address/routes.ts'

export const checkHref = (checkId: string): string =>
  `${routes.health}?checkId=${encodeURIComponent(checkId)}&timeRange=1h`
