import { findConnectionType } from '#shared/connections/connection-types.ts'
import { webhookUrl } from '#shared/connections/notification-address.ts'
import { headerPrefix } from '#shared/connections/connection-headers.ts'
import { isSecretReference } from '#shared/connections/secret-reference.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'
import type { ConnectionBlock } from './connection-block.ts'
import { findBlock } from './connection-blocks.ts'
import { readConnectionSpec } from './connection-document.ts'
import { writeSourcedText } from './sourced-text.ts'

type Row = Readonly<Record<string, unknown>>

const columns = ['type', 'url', 'username', 'password', 'certificate', 'properties', 'insecure_tls'] as const

const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0)

const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(columns.flatMap((column) => (isEmpty(row[column]) ? [] : [[column, row[column]]])))

const findField = (fields: ConnectionBlock['fields'], at: string): string | undefined =>
  Object.keys(fields).find((name) => fields[name] === at)

const writeBlock = (row: Row, block: ConnectionBlock, withUrl: boolean): Row | undefined => {
  const own: Record<string, unknown> = {}
  const nested: Record<string, Record<string, unknown>> = {}
  const rest: Record<string, unknown> = {}
  const headers: (readonly [name: string, source: Row])[] = []
  const url = typeof row['url'] === 'string' && block.type === 'generic_webhook' ? webhookUrl(row['url']) : row['url']
  for (const [column, value] of Object.entries({ ...row, url })) {
    if (value === undefined || ['type', 'properties'].includes(column) || (column === 'url' && !withUrl)) continue
    const field = findField(block.fields, column)
    if (field === undefined) return undefined
    own[field] = typeof value === 'string' ? writeSourcedText(value) : value
  }
  for (const [name, value] of Object.entries(isMap(row['properties']) ? row['properties'] : {})) {
    const at = `properties.${name}`
    const field = findField(block.fields, at)
    const [inner, fields] = Object.entries(block.nested).find(([, each]) => findField(each, at) !== undefined) ?? []
    const written = typeof value === 'string' && isSecretReference(value) ? writeSourcedText(value) : value
    if (block.headers !== undefined && name.startsWith(headerPrefix))
      headers.push([name.slice(headerPrefix.length), writeSourcedText(String(value))])
    else if (field !== undefined) own[field] = written
    else if (inner !== undefined && fields !== undefined)
      nested[inner] = { ...nested[inner], [findField(fields, at) ?? name]: written }
    else rest[name] = written
  }
  if (block.headers !== undefined && headers.length > 0)
    own[block.headers.field] = block.headers.isList
      ? headers.map(([name, source]) => ({ name, ...source }))
      : Object.fromEntries(headers.map(([name, { value, ...source }]) => [name, value ?? source]))
  const [key = block.type] = block.keys
  return { [key]: { ...own, ...nested }, ...(Object.keys(rest).length > 0 && { properties: rest }) }
}

/** The block of the row's type, or the columns of a row that no block can express. */
export const writeConnectionSpec = (stored: Row): Row => {
  const row = withoutEmpty(stored)
  const block = findBlock(String(row['type']))
  const hasAddress = findConnectionType(String(row['type']))?.address !== undefined || block?.server !== undefined
  const candidates =
    block === undefined ? [] : (hasAddress ? [false, true] : [true]).map((withUrl) => writeBlock(row, block, withUrl))
  for (const spec of candidates) {
    const read = spec === undefined ? undefined : readConnectionSpec(spec)
    if (
      spec !== undefined &&
      read !== undefined &&
      'row' in read &&
      canonicalJson(withoutEmpty({ ...read.row })) === canonicalJson(row)
    )
      return spec
  }
  return row
}
