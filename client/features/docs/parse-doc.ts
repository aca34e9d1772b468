import { linkTo, routes } from '#client/lib/address/routes.ts'

export type DocBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string; readonly id: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

export interface Doc {
  readonly title: string
  readonly blocks: readonly DocBlock[]
}

export interface DocGroup {
  readonly title: string
  readonly entries: readonly { readonly name: string; readonly title: string; readonly description: string }[]
}

/** The same anchor as GitHub's, so that links work in both. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const resolveLinks = (name: string, text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, label: string, href: string) => {
    if (/^https?:/.test(href)) return link
    const [, file = name, anchor = ''] = /^(?:([\w-]+)\.md)?(#[\w-]+)?$/.exec(href) ?? [undefined, '']
    if (file === '') return label
    return `[${label}](${file === 'README' ? routes.docs : linkTo(routes.doc, { name: file })}${anchor})`
  })

const parseCells = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))

type LineKind = 'text' | 'code' | 'heading' | 'table'

const linesByKind = (text: string): { readonly kind: LineKind; readonly lines: string[] }[] => {
  const runs: { kind: LineKind; lines: string[] }[] = []
  let isFenced = false
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```')
    const kind =
      isFence || isFenced ? 'code' : /^#{1,3} /.test(line) ? 'heading' : line.startsWith('|') ? 'table' : 'text'
    if (isFence) isFenced = !isFenced
    const last = runs.at(-1)
    if (last?.kind === kind && kind !== 'heading') last.lines.push(line)
    else runs.push({ kind, lines: [line] })
  }
  return runs
}

const parseTitle = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

export const parseDoc = (name: string, text: string): Doc => {
  const blocks = linesByKind(text).flatMap(({ kind, lines }): DocBlock[] => {
    const written = lines.join('\n')
    if (kind === 'heading') {
      const [, marks = '', heading = ''] = /^(#+) (.+)$/.exec(written) ?? []
      if (marks.length === 1) return []
      return [{ kind, level: marks.length === 2 ? 2 : 3, text: heading, id: headingId(heading) }]
    }
    if (kind === 'table') {
      const [head = [], , ...rows] = lines.map((line) => parseCells(resolveLinks(name, line)))
      return [{ kind, head, rows }]
    }
    if (written.trim() === '') return []
    return [{ kind: 'text', text: kind === 'code' ? written : resolveLinks(name, written) }]
  })
  return { title: parseTitle(text), blocks }
}

export const parseIndex = (text: string): DocGroup[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      entries: [...part.matchAll(/^- \[(.+?)\]\(([\w-]+)\.md\): (.+)$/gm)].map(
        ([, title = '', name = '', description = '']) => ({ name, title, description }),
      ),
    }))
