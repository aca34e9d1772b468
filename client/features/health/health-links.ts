import { linkTo, routes } from '#client/lib/address/routes.ts'

export const onlyChecksHref = (ids: readonly string[]): string => `${routes.health}?only=${ids.join(',')}`
export const canaryHref = (id: string): string => linkTo(routes.settingsRow, { table: 'canaries', id })
export const configHref = (id: string): string => linkTo(routes.configItem, { id })
export const incidentHref = (id: string): string => linkTo(routes.incident, { id })
