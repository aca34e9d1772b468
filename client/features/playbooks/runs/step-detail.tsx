import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { RunTry } from '#shared/playbooks/run-part.ts'
import { isFinalAction } from '#shared/playbooks/run-status.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SignedOut } from '#client/ui/feedback/signed-out.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Tabs, type Tab } from '#client/ui/layout/tabs.tsx'
import { logTextHref } from '#client/features/playbooks/log/log-api.ts'
import { writeLineLink } from '#client/features/playbooks/log/line-link.ts'
import { LogView } from '#client/features/playbooks/log/log-view.tsx'
import { textLines } from '#client/features/playbooks/log/text-lines.ts'
import { useActionLog, type ActionLog } from '#client/features/playbooks/log/use-action-log.ts'
import { ArtifactView } from './artifact-view.tsx'
import { findMainResult, resultTabs, type ResultTab } from './result-tabs.ts'
import { findCauseLine, findFailureCause } from './failure-cause.ts'
import { actionQuery } from './run-api.ts'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import type { RunStep } from './run-view.ts'

interface StepDetailProps {
  readonly step: RunStep
  readonly shown: RunTry
}

const liveTab = 'log'

interface LiveLogProps {
  readonly log: ActionLog
  readonly shown: RunTry
  readonly stream: 1 | 2 | null
  readonly head: React.ReactNode
  readonly error: React.ReactNode
}

function LiveLog({ log, shown, stream, head, error }: LiveLogProps) {
  const { topic, about } = log
  const lines = stream === null ? log.lines : log.streams[stream].lines
  const isGrowing = about === null ? !isFinalAction(shown.status) : !about.ended
  const last = lines.lineAt(lines.get().total)
  const isDenied = topic.status === 'refused'
  const stale = topic.status === 'stale' || topic.status === 'offline'
  const empty =
    topic.status === 'signedOut' ? (
      <SignedOut subject="the log" />
    ) : isDenied ? (
      <EmptyState title="You do not have permission to view this log">{topic.reason}</EmptyState>
    ) : topic.status === 'loading' ? (
      <SkeletonRows label="Loading log" />
    ) : stale ? (
      <EmptyState title="Log not available yet">{topic.reason} Retrying automatically.</EmptyState>
    ) : about?.comesAtEnd === true ? (
      <EmptyState title="Output appears when the step ends">This backend does not stream output.</EmptyState>
    ) : (
      <EmptyState title={isGrowing ? 'No output yet' : 'No output'}>
        {isGrowing ? 'Lines appear here as the step writes them.' : 'The step finished without output.'}
      </EmptyState>
    )
  const notes = (
    <>
      {error}
      {stale ? (
        <Callout tone="warn" title="The log may be out of date.">
          {topic.reason} Missing lines are loaded when the connection is back.
        </Callout>
      ) : null}
      {stream === null || !log.streams[stream].isPartial() ? null : (
        <Callout tone="info" title="Newest lines only.">
          See All for output written before this page was opened.
        </Callout>
      )}
      {about === null || about.notes.length === 0 ? null : (
        <Callout tone="info" title="Output was modified.">
          {about.notes.join(' ')}
        </Callout>
      )}
    </>
  )
  return (
    <LogView
      lines={lines}
      head={head}
      isGrowing={isGrowing}
      startsAtEnd={!isFinalAction(shown.status) || shown.status === 'failed'}
      lastAtMs={last?.[2] ?? null}
      downloadHref={stream === null ? logTextHref(shown.id) : undefined}
      notes={notes}
      empty={empty}
      linkable={stream === null}
    />
  )
}

interface ResultTextProps {
  readonly tab: ResultTab & { kind: 'text' }
  /** Set when the step was still running as the page opened, so reading continues at the end. */
  readonly startsAtEnd: boolean
  readonly head: React.ReactNode
  readonly error: React.ReactNode
}

function ResultText({ tab, startsAtEnd, head, error }: ResultTextProps) {
  const lines = useMemo(() => textLines(tab.text, tab.stream), [tab.text, tab.stream])
  return (
    <LogView
      lines={lines}
      head={head}
      isGrowing={false}
      startsAtEnd={startsAtEnd}
      notes={error}
      empty={<EmptyState title="Empty" />}
    />
  )
}

const streamTabs = [
  { id: 'result-stdout', label: 'stdout', stream: 1 },
  { id: 'result-stderr', label: 'stderr', stream: 2 },
] as const

export function StepDetail({ step, shown }: StepDetailProps) {
  const isOver = isFinalAction(shown.status)
  const [wasUnderWay] = useState(!isOver)
  const { data } = useQuery({ ...actionQuery(shown.id, shown.status), enabled: isOver })
  const [wanted, setWanted] = useQueryState('tab', liveTab)
  const log = useActionLog(shown.id)
  const results = useMemo(() => (data == null ? [] : resultTabs(data)), [data])
  const wroteNothing = log.about?.ended === true && log.lines.get().total === 0
  const main = wroteNothing ? findMainResult(results) : undefined
  const tab = results.find(({ id }) => id === wanted) ?? main
  const live = data == null ? streamTabs.filter(({ stream }) => log.streams[stream].lines.get().total > 0) : []
  const liveStream = live.find(({ id }) => id === wanted)
  const tabs: Tab[] = [
    ...(main === undefined ? [{ id: liveTab, label: 'All' }] : []),
    ...[...live, ...results].map(({ id, label }) => ({ id, label })),
  ]
  const attempt = step.tries.length > 1 ? `attempt ${step.tries.indexOf(shown) + 1} of ${step.tries.length}` : ''
  const head = (
    <>
      <span className="step-title cut">
        <StateMark state={toRunState(shown.status)} label={formatStatus(shown.status)} />
        <b className="cut">{step.name}</b>
        {attempt === '' ? null : <span className="faint">{attempt}</span>}
      </span>
      <Tabs
        label="Output and result"
        tabs={tabs}
        selected={tab?.id ?? liveStream?.id ?? liveTab}
        onSelect={setWanted}
      />
    </>
  )
  const cause = data == null ? null : findFailureCause(data.result)
  const causeNo = cause === null || wanted !== liveTab ? null : findCauseLine(log.lines)
  const failed = attempt === '' ? `${step.name} failed` : `${step.name} failed in ${attempt}`
  const error = shown.error ? (
    <Callout
      tone="bad"
      title={cause === null ? `${failed}.` : `${failed}: ${shown.error}`}
      actions={
        causeNo === null ? undefined : (
          <a className="link" href={writeLineLink({ from: causeNo, to: causeNo })}>
            Line {causeNo}
          </a>
        )
      }
    >
      <span className="step-error mono">{cause ?? shown.error}</span>
    </Callout>
  ) : null
  if (tab?.kind === 'artifact') return <ArtifactView key={tab.id} artifact={tab.artifact} head={head} />
  if (tab?.kind === 'text')
    return <ResultText key={tab.id} tab={tab} startsAtEnd={wasUnderWay} head={head} error={error} />
  const stream = liveStream?.stream ?? null
  return <LiveLog key={stream} log={log} shown={shown} stream={stream} head={head} error={error} />
}
