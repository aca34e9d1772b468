import { ChevronDown, Time, KeyEnter } from '@blueprintjs/icons'
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useLetterKeys } from '#client/lib/browser/use-key-down.ts'
import { useDownload } from '#client/api/use-download.ts'
import { copyWithToast } from '#client/ui/feedback/copy-with-toast.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { DownloadLink } from '#client/ui/download-link.tsx'
import { inZone } from '#client/lib/time/in-zone.ts'
import { resolveZone } from '#client/lib/time/format-time.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { readLineLink, writeLineLink, type LinkedLines } from './line-link.ts'
import { LogBlocks, type Jump } from './log-blocks.tsx'
import { LogFoot } from './log-foot.tsx'
import type { LogLines } from './log-lines.ts'
import { LogSearchBox } from './log-search-box.tsx'
import { matchIndexFrom } from './search-log.ts'
import { useLogSearch } from './use-log-search.ts'
import './log.css'

const useLineTimes = (): ((atMs: number) => string) => {
  const timeZone = resolveZone(usePreferences((preferences) => preferences.timeZone))
  return useCallback((atMs: number) => (atMs === 0 ? '' : inZone(atMs, timeZone).format('HH:mm:ss.SSS')), [timeZone])
}

const logPreferencesSchema = z.object({ wraps: z.boolean().catch(false), times: z.boolean().catch(true) })
type LogPreferences = z.infer<typeof logPreferencesSchema>

const useLogPreferences = create<LogPreferences>()(
  persist(() => logPreferencesSchema.parse({}), {
    name: 'quarterdeck.log',
    merge: (stored) => logPreferencesSchema.parse(stored ?? {}),
  }),
)

const setLogPreferences = (change: Partial<LogPreferences>) => useLogPreferences.setState(change)

interface LogViewProps {
  readonly lines: LogLines
  readonly head: React.ReactNode
  readonly isGrowing: boolean
  readonly startsAtEnd: boolean
  /** Server time of the newest line; null when lines have no times. */
  readonly lastAtMs?: number | null
  readonly downloadHref?: string | undefined
  readonly notes?: React.ReactNode
  readonly empty: React.ReactNode
  readonly linkable?: boolean
}

const useLinkedLines = (linkable: boolean) => {
  const [linked, setLinked] = useState<LinkedLines | null>(() => (linkable ? readLineLink(window.location.hash) : null))
  useEffect(() => {
    if (!linkable) return undefined
    const handleHash = () => setLinked(readLineLink(window.location.hash))
    window.addEventListener('hashchange', handleHash)
    return () => window.removeEventListener('hashchange', handleHash)
  }, [linkable])
  const link = useCallback((next: LinkedLines) => {
    window.history.replaceState(window.history.state, '', writeLineLink(next))
    setLinked(next)
  }, [])
  return { linked, link }
}

const useReading = (total: number, linked: LinkedLines | null, startsAtEnd: boolean) => {
  const [follows, setFollows] = useState(startsAtEnd && linked === null)
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const [jump, setJump] = useState<Jump | null>(() => (linked === null ? null : { no: linked.from, at: 0 }))
  const follow = (next: boolean) => {
    setFollows(next)
    setLeftAt(next ? null : total)
  }
  const jumpTo = (no: number) => {
    if (follows) follow(false)
    setJump({ no, at: (jump?.at ?? 0) + 1 })
  }
  const jumpToLink = useEffectEvent(() => {
    const link = readLineLink(window.location.hash)
    if (link !== null) jumpTo(link.from)
  })
  useEffect(() => {
    const handleHash = () => jumpToLink()
    window.addEventListener('hashchange', handleHash)
    return () => window.removeEventListener('hashchange', handleHash)
  }, [])
  return { follows, follow, unseen: leftAt === null ? 0 : total - leftAt, jump, jumpTo }
}

const useLogKeys = (keys: Readonly<Record<string, () => void>>) =>
  useLetterKeys((event) => {
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })

const useFinding = (lines: LogLines, total: number, fromNo: number, onJump: (no: number) => void) => {
  const [text, setText] = useState('')
  const [matchIndex, setMatchIndex] = useState(0)
  const { found, error } = useLogSearch(lines, text, total)
  const at = Math.min(matchIndex, Math.max(0, found.lines.length - 1))
  const step = (by: 1 | -1) => {
    const next = (at + by + found.lines.length) % found.lines.length
    setMatchIndex(next)
    const no = found.lines[next]
    if (no !== undefined) onJump(no)
  }
  const search = (next: string) => {
    setText(next)
    setMatchIndex(0)
  }
  const firstFind = text === '' || found.lines.length === 0 ? null : text
  const [shownFind, setShownFind] = useState<string | null>(null)
  if (firstFind !== shownFind) {
    setShownFind(firstFind)
    const first = matchIndexFrom(found.lines, fromNo)
    const no = found.lines[first]
    if (firstFind !== null && no !== undefined) {
      setMatchIndex(first)
      onJump(no)
    }
  }
  return { text, search, found, error, at, findNo: found.lines[at] ?? null, step }
}

function Tools({ downloadHref }: Pick<LogViewProps, 'downloadHref'>) {
  const { wraps, times } = useLogPreferences()
  return (
    <>
      <Button
        look="minimal"
        icon={<KeyEnter size={14} />}
        aria-label="Wrap long lines"
        aria-pressed={wraps}
        active={wraps}
        onClick={() => setLogPreferences({ wraps: !wraps })}
      />
      <Button
        look="minimal"
        icon={<Time size={14} />}
        aria-label="Show times"
        aria-pressed={times}
        active={times}
        onClick={() => setLogPreferences({ times: !times })}
      />
      {downloadHref === undefined ? null : <LogDownload href={downloadHref} />}
    </>
  )
}

function Unread({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <Callout tone="bad" title="Could not load some lines." actions={<Button onClick={onRetry}>Retry</Button>}>
      {error instanceof Error ? error.message : null} New lines still arrive.
    </Callout>
  )
}

function LogDownload({ href }: { readonly href: string }) {
  return <DownloadLink {...useDownload(href)} iconOnly label="Download log" />
}

export function LogView(props: LogViewProps) {
  const { lines, head, isGrowing, startsAtEnd, lastAtMs = null, downloadHref, notes, empty, linkable = false } = props
  const state = useSyncExternalStore(lines.subscribe, lines.get)
  const { linked, link } = useLinkedLines(linkable)
  const { wraps, times } = useLogPreferences()
  const isNarrow = useIsPhone()
  const formatTime = useLineTimes()
  const input = useRef<HTMLInputElement>(null)
  const { total } = state
  const { follows, follow, unseen, jump, jumpTo } = useReading(total, linked, startsAtEnd)
  const { text, search, found, error, at, findNo, step } = useFinding(
    lines,
    total - state.openCount,
    linked?.from ?? 1,
    jumpTo,
  )
  const handleNumber = useCallback(
    (no: number, extend: boolean) => {
      if (!linkable) return
      const from = extend && linked !== null ? linked.from : no
      link({ from: Math.min(from, no), to: Math.max(from, no) })
      void copyWithToast(window.location.href)
    },
    [link, linkable, linked],
  )
  useLogKeys({ f: () => follow(!follows), '/': () => input.current?.focus() })

  return (
    <section className="log" aria-label="Log">
      <div className="log-head">
        {head}
        <div className="log-tools">
          <LogSearchBox
            text={text}
            onText={search}
            found={found}
            total={total}
            failed={error !== null}
            matchIndex={at}
            onStep={step}
            inputRef={input}
          />
          <Tools downloadHref={downloadHref} />
        </div>
      </div>
      {notes}
      {state.error === null ? null : <Unread error={state.error} onRetry={() => lines.retry()} />}
      {total === 0 ? (
        <div className="log-empty">{empty}</div>
      ) : (
        <LogBlocks
          lines={lines}
          state={state}
          formatTime={times ? formatTime : null}
          wraps={wraps || isNarrow}
          search={text}
          findNo={findNo}
          linked={linked}
          jump={jump}
          follows={follows}
          onFollow={follow}
          onNumber={handleNumber}
        />
      )}
      {isGrowing && !follows && total > 0 ? (
        <button type="button" className="log-new" onClick={() => follow(true)}>
          <ChevronDown size={12} />
          {unseen === 0 ? 'Follow' : formatCount(unseen, 'new line')}
        </button>
      ) : null}
      <LogFoot total={total} isGrowing={isGrowing} follows={follows} lastAtMs={lastAtMs} onFollow={follow} />
    </section>
  )
}
