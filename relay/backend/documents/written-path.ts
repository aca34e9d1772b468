import { isMap } from '#shared/primitives/is-map.ts'
import { recipientSides, renamedFields } from './notification-document.ts'

const targets = ['email', 'url', 'connection'] as const

const countServices = (recipient: unknown): number =>
  isMap(recipient) ? targets.filter((target) => recipient[target] != null && recipient[target] !== '').length : 0

/** The error of a column, as the keys of the document that the column was read from. */
export const toWrittenPath = (error: string, spec: unknown): string => {
  const input = isMap(spec) ? spec : {}
  for (const { key, services } of recipientSides) {
    const [, index, rest = ''] = new RegExp(`^${services}\\[(\\d+)\\](.*)$`, 's').exec(error) ?? []
    if (index === undefined) continue
    const own = countServices(input[key])
    return Number(index) < own ? `${key}${rest}` : `${services}[${Number(index) - own}]${rest}`
  }
  const to = input['to']
  if (/^properties[.:]/.test(error) && input['properties'] == null && isMap(to) && to['properties'] != null)
    return `to.${error}`
  const renamed = renamedFields.find(
    ([published, column]) => input[published] != null && error.startsWith(`${column}:`),
  )
  return renamed === undefined ? error : `${renamed[0]}${error.slice(renamed[1].length)}`
}
