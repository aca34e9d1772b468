import { formatCount } from '#shared/primitives/format-count.ts'
import { wallHeights, type WallPage } from '#shared/wall/fit-rows.ts'
import { findSinceMs } from '#shared/health/since.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { isNarrow, useWall } from '#client/features/wall/wall-context.ts'
import { formatGroups, formatMessage, correlatedGroups, type WallLine } from './lines.ts'
import { WallAge, WallTime } from '#client/features/wall/page/wall-time.tsx'

interface LineProps {
  readonly form: 'two' | 'one'
  readonly held: boolean
  readonly isStale: (row: CheckRow) => boolean
}

const unit = (height: number) => ({ height: `calc(var(--u) * ${height})` })

function Since({ ms, held }: { readonly ms: number | null; readonly held: boolean }) {
  if (ms === null) return <span className="wall-age" />
  return (
    <span className="wall-age">
      {held ? (
        <>
          since <WallTime ms={ms} />
        </>
      ) : (
        <WallAge ms={ms} />
      )}
    </span>
  )
}

const listed = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(', ')

function FailureLine({ check, form, held, isStale }: LineProps & { readonly check: CheckRow }) {
  const narrow = isNarrow(useWall())
  const sinceMs = findSinceMs(check)
  const isOld = held || isStale(check)
  const acknowledgedBy = check.acknowledged === null ? '' : `acknowledged by ${check.acknowledged.by}`
  const message = listed(form === 'one' ? acknowledgedBy : '', `${isOld ? 'was: ' : ''}${formatMessage(check)}`)
  return (
    <li className="wall-row" data-form={form} style={unit(wallHeights[form])}>
      <StateMark state="unhealthy" stale={isOld} />
      <h2>
        <MiddleCut text={check.name} tail={narrow ? 5 : 10} />
        {narrow ? null : (
          <small className={form === 'one' ? 'wall-message' : undefined}>
            {form === 'one' ? message : listed(check.namespace, acknowledgedBy)}
          </small>
        )}
      </h2>
      <Since ms={sinceMs} held={isOld} />
      {form === 'one' ? null : (
        <>
          <p className="cut wall-message">{message}</p>
          <span className="wall-since">
            {isOld || sinceMs === null ? null : (
              <>
                since <WallTime ms={sinceMs} />
              </>
            )}
          </span>
        </>
      )}
    </li>
  )
}

const formatWithin = (ms: number) => (ms < 1_000 ? 'simultaneously' : `within ${Math.ceil(ms / 1_000)} s`)

function CorrelatedLine({
  correlated,
  held,
}: Pick<LineProps, 'held'> & { readonly correlated: Extract<WallLine, { kind: 'correlated' }>['correlated'] }) {
  const { key, value, checks, total, firstMs, withinMs } = correlated
  const [first] = checks
  const narrow = isNarrow(useWall())
  return (
    <li className="wall-row" data-form="correlated" style={unit(wallHeights.correlated)}>
      <StateMark state="unhealthy" stale={held} />
      <h2>
        {narrow ? (
          <span className="cut">
            {checks.length} of {total}, {key} {value}
          </span>
        ) : (
          <MiddleCut text={`${key} ${value}: ${checks.length} of ${total} checks`} tail={22} />
        )}
      </h2>
      <Since ms={firstMs} held={held} />
      <p className="cut wall-message">
        failed {formatWithin(withinMs)}, first {first === undefined ? '' : `${first.name}: ${formatMessage(first)}`}
      </p>
      <span className="wall-since">
        {held ? null : (
          <>
            since <WallTime ms={firstMs} />
          </>
        )}
      </span>
      <p className="cut wall-made-of">
        <svg viewBox="0 0 12 12" role="img" aria-label="hollow marks on the map">
          <rect x="1.5" y="1.5" width="9" height="9" />
        </svg>
        {formatGroups(correlatedGroups(correlated))}
      </p>
    </li>
  )
}

function StaleLine({ groups, sinceMs }: Omit<Extract<WallLine, { kind: 'stale' }>, 'kind'>) {
  const narrow = isNarrow(useWall())
  const [only] = groups
  const text = groups.length === 1 && only !== undefined ? `${only.name}, ${only.count} stale` : formatGroups(groups)
  return (
    <li className="wall-row" data-form="line" style={unit(wallHeights.line)}>
      <StateMark state="healthy" stale label="stale" />
      <h2>
        <span className="cut">{text}</span>
        {groups.length === 1 ? null : <small>stale</small>}
        {sinceMs === null || narrow ? null : (
          <small className="cut">
            no data since <WallTime ms={sinceMs} />
          </small>
        )}
      </h2>
      <Since ms={sinceMs} held={false} />
    </li>
  )
}

interface FailureListProps extends Omit<LineProps, 'form'> {
  readonly twoLined: number
  readonly lines: readonly WallLine[]
  readonly page: WallPage
  readonly pageNumber: number
  readonly pageCount: number
}

const getKey = (line: WallLine) => {
  if (line.kind === 'failure') return line.check.id
  return line.kind === 'correlated' ? `${line.correlated.key}=${line.correlated.value}` : 'stale'
}

export function FailureList({ lines, page, pageNumber, pageCount, twoLined, ...rest }: FailureListProps) {
  const more = page.more === 0 ? '' : `${formatCount(page.more)} more, `
  return (
    <ol className="wall-list">
      {lines.slice(page.from, page.to).map((line, index) => {
        if (line.kind === 'correlated')
          return <CorrelatedLine key={getKey(line)} correlated={line.correlated} held={rest.held} />
        if (line.kind === 'stale') return <StaleLine key={getKey(line)} groups={line.groups} sinceMs={line.sinceMs} />
        return <FailureLine key={getKey(line)} check={line.check} form={index < twoLined ? 'two' : 'one'} {...rest} />
      })}
      {pageCount > 1 ? (
        <li className="wall-row" data-form="more" style={unit(wallHeights.line)}>
          {more}page {pageNumber} of {pageCount}
        </li>
      ) : null}
    </ol>
  )
}
