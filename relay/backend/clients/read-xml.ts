/** What an element holds: its text, a list, or its elements by name, those without anything in them left out. */
export type XmlValue = string | readonly XmlValue[] | { readonly [name: string]: XmlValue }

interface OpenElement {
  readonly name: string
  readonly children: (readonly [name: string, value: XmlValue])[]
  text: string
}

const depthMax = 64
const elementsMax = 200_000
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));/g,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? all) : all
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point > 0x10_ff_ff ? all : String.fromCodePoint(point)
    },
  )

/** AWS writes lists as an element that holds others of one name. */
const isList = (name: string, child: string): boolean =>
  child === 'item' ||
  child === 'member' ||
  child === 'VpcSecurityGroupMembership' ||
  name === `${child}s` ||
  name.endsWith('List')

const valueOf = ({ name, children, text }: OpenElement): XmlValue => {
  const [first] = children
  if (first === undefined) return decoded(text.trim())
  if (children.every(([child]) => child === first[0] && isList(name, child))) return children.map(([, value]) => value)
  const members = new Map<string, XmlValue[]>()
  for (const [child, value] of children) {
    if (value === '') continue
    const same = members.get(child)
    if (same === undefined) members.set(child, [value])
    else same.push(value)
  }
  return Object.fromEntries(
    [...members].map(([child, values]): [string, XmlValue] => [
      child,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  )
}

const endOf = (xml: string, start: number): string => {
  if (xml.startsWith('<!--', start)) return '-->'
  if (xml.startsWith('<![CDATA[', start)) return ']]>'
  return xml.startsWith('<?', start) ? '?>' : '>'
}

/**
 * Reads XML as AWS writes it: without attributes and namespaces, which are passed over, and without definitions of its own. Answers what
 * the outermost element holds. Takes time in proportion to the text; throws SyntaxError for what is no such XML.
 */
export const readXml = (xml: string): XmlValue => {
  const root: OpenElement = { name: '', children: [], text: '' }
  const open = [root]
  let elements = 0
  const close = (name: string): void => {
    const element = open.pop()
    const parent = open.at(-1)
    if (element?.name !== name || parent === undefined) throw new SyntaxError(`</${name}> closes nothing`)
    parent.children.push([name, valueOf(element)])
  }
  for (let at = 0; at < xml.length;) {
    const start = xml.indexOf('<', at)
    const inner = open.at(-1) ?? root
    inner.text += xml.slice(at, start < 0 ? xml.length : start)
    if (start < 0) break
    const ending = endOf(xml, start)
    const end = xml.indexOf(ending, start)
    if (end < 0) throw new SyntaxError('An element is not closed')
    at = end + ending.length
    const tag = xml.slice(start + 1, end)
    if (ending === ']]>') inner.text += tag.slice('![CDATA['.length).replaceAll('&', '&amp;')
    if (ending !== '>') continue
    if (tag.startsWith('!')) throw new SyntaxError('Definitions are not read')
    if (tag.startsWith('/')) {
      close(tag.slice(1).trim())
      continue
    }
    const [name = ''] = tag.split(/[\s/]/, 1)
    elements += 1
    if (name === '' || open.length > depthMax || elements > elementsMax)
      throw new SyntaxError('It is too large, or no XML')
    open.push({ name, children: [], text: '' })
    if (tag.endsWith('/')) close(name)
  }
  const [only] = root.children
  if (open.length !== 1 || only === undefined) throw new SyntaxError('It is no XML')
  return only[1]
}
