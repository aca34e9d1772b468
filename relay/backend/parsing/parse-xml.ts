import { appendValue } from '#shared/primitives/append-value.ts'

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!DOCTYPE(?:[^<>[]|\[[\s\S]*?\])*>|<\/\s*([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy
const attribute = /([^\s=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const depthMax = 64

interface Element {
  readonly name: string
  readonly fields: [name: string, value: unknown][]
  text: string
}

/** Entities of a DOCTYPE stay as they are: expanding them lets a small text become gigabytes. */
const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex: string, decimal: string, name: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const toValue = ({ fields, text }: Element): unknown => {
  const content = text.trim()
  if (fields.length === 0) return content
  const values = new Map<string, unknown[]>()
  for (const [name, value] of fields) appendValue(values, name, value)
  const members = [...values].map(([name, all]): [string, unknown] => [name, all.length === 1 ? all[0] : all])
  return Object.fromEntries(content === '' ? members : [...members, ['#content', content]])
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

/**
 * A map with the root element. Attributes are fields with the prefix `-`, text beside them is `#content`, repeated
 * elements are a list.
 */
export const parseXml = (text: string): unknown => {
  const source = text.replace(/^\ufeff/, '')
  const root: Element = { name: '', fields: [], text: '' }
  const open: Element[] = [root]
  let end = 0
  const fail = (reason: string): never => {
    throw new Error(`Invalid XML, line ${lineAt(source, end)}: ${reason}`)
  }
  for (const [whole, data, closed, opened, attributes = '', isEmpty, plain] of source.matchAll(token)) {
    const current = open.at(-1) ?? root
    if (opened !== undefined) {
      const element: Element = { name: opened, fields: [], text: '' }
      for (const [, name = '', double, single] of attributes.matchAll(attribute))
        element.fields.push([`-${name}`, decode(double ?? single ?? '')])
      if (isEmpty === '/') current.fields.push([opened, toValue(element)])
      else open.push(element)
      if (open.length > depthMax) fail(`more than ${depthMax} levels`)
    } else if (closed !== undefined) {
      if (open.length === 1 || current.name !== closed) fail(`unexpected </${closed}>`)
      open.pop()
      ;(open.at(-1) ?? root).fields.push([closed, toValue(current)])
    } else if (data !== undefined) current.text += data
    else if (plain !== undefined) current.text += decode(plain)
    end += whole.length
  }
  if (end < source.length) fail(`unexpected ${JSON.stringify(source.slice(end, end + 20))}`)
  if (open.length > 1) fail(`<${open.at(-1)?.name ?? ''}> is not closed`)
  if (root.fields.length !== 1 || root.text.trim() !== '') fail('needs exactly one root element')
  return toValue(root)
}
