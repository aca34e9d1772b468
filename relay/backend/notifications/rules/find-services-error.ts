import { booleanField, integerField } from '#shared/primitives/document-scalars.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { isId } from '#shared/primitives/id.ts'
import { findAddressError } from '#relay/backend/notifications/rules/address-templates.ts'
import { findUrlError } from '#relay/backend/notifications/rules/find-url-error.ts'
import { findExpressionError } from '#relay/backend/templates/template.ts'

const formatError = (path: string, text: string): string => `${path}: ${text}`

export const findPropertiesError = async (path: string, properties: unknown): Promise<string | undefined> => {
  if (properties == null) return undefined
  if (!isMap(properties)) return formatError(path, 'must be a map of names and texts.')
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'object' && value !== null) return formatError(`${path}.${key}`, 'must be a text.')
    if (typeof value !== 'string' || !value.includes('{{')) continue
    const error = await findExpressionError({ language: 'template', source: value })
    if (error !== undefined) return formatError(`${path}.${key}`, error.message)
  }
  return undefined
}

const hasTarget = (service: Readonly<Record<string, unknown>>): boolean =>
  ['url', 'connection', 'on_call_team_id'].some((key) => service[key] != null && service[key] !== '')

const findServiceError = async (path: string, service: unknown): Promise<string | undefined> => {
  if (!isMap(service)) return formatError(path, 'must be a map with a url or a connection.')
  for (const key of ['name', 'url', 'connection', 'filter'])
    if (service[key] != null && typeof service[key] !== 'string')
      return formatError(`${path}.${key}`, 'must be a text.')
  if (!hasTarget(service)) return formatError(path, 'needs url or connection.')
  const url = typeof service['url'] === 'string' ? service['url'] : ''
  const urlError = findUrlError(url)
  if (urlError !== undefined) return formatError(`${path}.url`, `${urlError}.`)
  const addressError = await findAddressError(url)
  if (addressError !== undefined) return formatError(`${path}.url`, addressError)
  const filter = typeof service['filter'] === 'string' ? service['filter'].trim() : ''
  const error = filter === '' ? undefined : await findExpressionError({ language: 'expr', source: filter })
  if (error !== undefined) return formatError(`${path}.filter`, error.message)
  return findPropertiesError(`${path}.properties`, service['properties'])
}

/** `[{name, url | connection, filter, properties}]`, of a rule or a team. */
export const findServicesError = async (path: string, services: unknown): Promise<string | undefined> => {
  if (services == null) return undefined
  if (!Array.isArray(services)) return formatError(path, 'must be a list of services.')
  for (const [index, service] of services.entries()) {
    const onCall: unknown = isMap(service) ? service['on_call_team_id'] : undefined
    if (onCall != null && (typeof onCall !== 'string' || !isId(onCall)))
      return formatError(path, 'on_call_team_id must be a team id.')
    const error = await findServiceError(`${path}[${index}]`, service)
    if (error !== undefined) return error
  }
  return undefined
}

export const inhibitionDepth = integerField({ min: 1, max: 20 })
const inhibitionFields = ['direction', 'soft', 'depth', 'from', 'to']
const directions = new Set<unknown>(['incoming', 'outgoing', 'all'])

export const findInhibitionsError = (inhibitions: unknown): string | undefined => {
  if (inhibitions == null) return undefined
  if (!Array.isArray(inhibitions)) return formatError('inhibitions', 'must be a list.')
  for (const [index, each] of inhibitions.entries()) {
    const path = `inhibitions[${index}]`
    if (!isMap(each) || typeof each['from'] !== 'string' || each['from'] === '')
      return formatError(`${path}.from`, 'required: the type of the resources that inhibit others.')
    const unknown = Object.keys(each).find((key) => !inhibitionFields.includes(key))
    if (unknown !== undefined)
      return formatError(`${path}.${unknown}`, `unknown field; use ${inhibitionFields.join(', ')}.`)
    const { direction, to, depth, soft } = each
    if (direction != null && !directions.has(direction))
      return formatError(`${path}.direction`, `must be incoming, outgoing or all, got ${JSON.stringify(direction)}.`)
    if (to != null && !(Array.isArray(to) && to.every((type) => typeof type === 'string')))
      return formatError(`${path}.to`, 'must be a list of types.')
    if (depth != null && !inhibitionDepth.safeParse(depth).success)
      return formatError(`${path}.depth`, 'must be a number from 1 to 20.')
    if (soft != null && !booleanField.safeParse(soft).success)
      return formatError(`${path}.soft`, 'must be true or false.')
  }
  return undefined
}
