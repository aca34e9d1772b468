import { ArrowRight } from '@blueprintjs/icons'
import { formatCount } from '#shared/primitives/format-count.ts'
import { ApiError } from '#client/api/api-error.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { Hit } from './hit.ts'
import { findBestMatches, rankByMatch } from './match-text.ts'
import type { PaletteGroup, PaletteRow } from './palette-row.ts'
import type { SearchedKind } from './searched-kind.ts'
import { readTyped } from './typed-text.ts'
import { useCommands, type ShellCommands } from './use-commands.tsx'
import { usePlaces } from './use-places.tsx'
import { useRecent, useSearch, type KindResult } from './use-search.ts'

const placesShown = 6
const hitsShown = 5

const toRow = (hit: Hit, { icon: Icon }: SearchedKind): PaletteRow => ({
  key: hit.key,
  name: hit.name,
  detail: hit.detail,
  icon: hit.state === null ? <Icon size={14} /> : <StateMark state={hit.state} label="" quiet />,
  target: { href: hit.href },
  hit,
})

const toGroup = ({ kind, hits, total }: KindResult, text: string): PaletteGroup => {
  const { title, toMoreHref } = kind
  const rows = hits.slice(0, hitsShown).map((hit) => toRow(hit, kind))
  const more = (total ?? hits.length) - rows.length
  if (more <= 0 || toMoreHref === undefined) return { title, rows }
  const moreRow: PaletteRow = {
    key: `more/${kind.kind}`,
    name: `${formatCount(more)} more in ${title}`,
    detail: '',
    icon: <ArrowRight size={14} />,
    target: { href: toMoreHref(text) },
    hit: null,
  }
  return { title, rows: [...rows, moreRow] }
}

const findPlaces = (rows: readonly PaletteRow[], text: string, limit = Infinity) =>
  findBestMatches(rows, text, ({ name }) => name, limit)

/** A relation that a backend lacks or denies is left out like a page without permission. */
const isFailure = (error: Error | null): error is Error =>
  error !== null && !(error instanceof ApiError && (error.status === 403 || error.status === 404))

interface PaletteContent {
  readonly groups: readonly PaletteGroup[]
  readonly isSearching: boolean
  readonly failures: readonly string[]
}

interface Typed {
  readonly text: string
  readonly searched: string
}

export const usePaletteGroups = (typed: Typed, shell: ShellCommands): PaletteContent => {
  const { areas, others, readable } = usePlaces()
  const commands = useCommands(shell)
  const { isCommand, verb, name } = readTyped(typed.text)
  const isSearched = !isCommand || verb !== null
  const results = useSearch(
    readable,
    isSearched ? { text: name, searched: readTyped(typed.searched).name } : { text: '', searched: '' },
  )
  const recent = useRecent(readable)
  const text = typed.text.trim()
  const spoken = verb === null ? name : `${verb} ${name}`
  const rank = (hits: readonly Hit[]) => (verb === null ? hits : rankByMatch(hits, spoken, (hit) => hit.name))
  const found = isSearched ? results.map((result) => toGroup({ ...result, hits: rank(result.hits) }, name)) : []
  const places = isCommand ? commands : [...areas, ...others, ...commands]
  const groups =
    text === ''
      ? [
          { title: 'Recent', rows: recent.map(({ hit, kind }) => toRow(hit, kind)) },
          { title: 'Go to', rows: areas },
        ]
      : [
          {
            title: isCommand ? 'Actions' : 'Go to',
            rows: findPlaces(places, spoken, isCommand ? Infinity : placesShown),
          },
          ...found,
        ]
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    isSearching: isSearched && text !== '' && results.some((result) => result.isSearching),
    failures: results.flatMap(({ kind: { title }, error }) => (isFailure(error) ? [`${title}: ${error.message}`] : [])),
  }
}
