import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'wouter'
import type { CheckRow } from '#shared/health/check-row.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { routes } from '#client/lib/address/routes.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { nameSilence, type SilenceForm, type Silenced } from './silence-form.ts'
import { coveredBy, findPhase, silenceState } from './silence-labels.ts'
import { suggestSilences, type SilenceSuggestion } from './silence-suggestions.ts'
import { silencesQuery, type Silence } from './silences-api.ts'

const silencesMax = 6
const noParams = {}

interface Choices {
  readonly onResource: (resource: Silenced) => void
  readonly onText: (field: keyof Pick<SilenceForm, 'filter' | 'selectors'>, text: string) => void
}

interface FailingProps extends Pick<Choices, 'onResource'> {
  readonly failing: readonly CheckRow[]
  readonly count: number
}

function Failing({ failing, count, onResource }: FailingProps) {
  return (
    <section aria-label="Unhealthy checks">
      <h2>
        Unhealthy checks <span className="dim">{formatCount(count)}</span>
      </h2>
      {count === 0 ? <p className="dim">All checks are healthy.</p> : null}
      <ul className="silence-choices">
        {failing.map(({ id, name, message, silencedAt, acknowledged }) => (
          <li key={id}>
            <StateMark state="unhealthy" label="unhealthy" />
            <b className="cut" title={name}>
              {name}
            </b>
            <span className="dim cut" title={message}>
              {causeFirst(message)}
            </span>
            <span className="faint">
              {silencedAt !== null ? 'silenced' : acknowledged !== null ? 'acknowledged' : ''}
            </span>
            <Button small aria-label={`Silence ${name}`} onClick={() => onResource({ column: 'check_id', id, name })}>
              Choose
            </Button>
          </li>
        ))}
      </ul>
      {count > failing.length ? (
        <p>
          <Link className="link" href={`${routes.health}?status=unhealthy:1`}>
            {formatCount(count - failing.length)} more
          </Link>
        </p>
      ) : null}
    </section>
  )
}

interface GroupsProps extends Pick<Choices, 'onText'> {
  readonly groups: readonly SilenceSuggestion[]
}

function Groups({ groups, onText }: GroupsProps) {
  return groups.length === 0 ? null : (
    <section aria-label="Groups of checks">
      <h2>Groups of checks</h2>
      <ul className="silence-choices">
        {groups.map(({ field, text, checks, unhealthy }) => (
          <li key={text}>
            <span className="dim silence-way">{field === 'filter' ? 'Filter' : 'Selectors'}</span>
            <code className="cut" title={text}>
              {text}
            </code>
            <span className="tabular silence-matches">
              {formatCount(checks, 'check')}
              {unhealthy === 0 ? null : <span className="bad-text">, {formatCount(unhealthy)} unhealthy</span>}
            </span>
            <Button small aria-label={`Use ${text}`} onClick={() => onText(field, text)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Silences({ silences, nowMs }: { readonly silences: readonly Silence[]; readonly nowMs: number }) {
  const lasting = silences.filter((silence) => findPhase(silence, nowMs) !== 'ended')
  return (
    <section aria-label="Existing silences">
      <h2>
        Existing silences <span className="dim">{formatCount(lasting.length)}</span>
      </h2>
      {lasting.length === 0 ? <p className="dim">No active or planned silences.</p> : null}
      <ul className="silence-choices">
        {lasting.slice(0, silencesMax).map((silence) => (
          <li key={silence.id}>
            <StateMark state={silenceState(silence, nowMs)} label={findPhase(silence, nowMs)} />
            <b className="cut" title={silence.name ?? undefined}>
              {silence.name}
            </b>
            <span className="dim cut" title={coveredBy(silence)}>
              {coveredBy(silence)}
            </span>
            <span className="tabular">
              {silence.until === null ? 'Indefinitely' : <>until {<Moment at={silence.until} />}</>}
            </span>
          </li>
        ))}
      </ul>
      {lasting.length > silencesMax ? (
        <p>
          <Link className="link" href={routes.silences}>
            {formatCount(lasting.length - silencesMax)} more
          </Link>
        </p>
      ) : null}
    </section>
  )
}

/** Shown until the form has a target: targets to choose from, and the silences that already exist. */
export function SilenceGuide({ form: { getValues, setValue } }: { readonly form: UseFormReturn<SilenceForm> }) {
  const canRead = useAllows()(healthChecks.resource, 'read')
  const { rows, status } = useTopic(healthChecks, canRead ? noParams : null)
  const { failing, failingCount, groups } = useMemo(() => suggestSilences([...rows.values()]), [rows])
  const { data, dataUpdatedAt } = useQuery(silencesQuery)
  const chooseResource = (resource: Silenced) => {
    setValue('resource', resource, { shouldDirty: true })
    if (getValues('name') === '') setValue('name', nameSilence(resource), { shouldDirty: true })
  }
  return (
    <aside className="silence-preview silence-guide" aria-label="Targets and existing silences">
      <p className="dim">
        Choose a resource, a filter or selectors. The preview here then shows the notifications of the last 7 days that
        the silence would have suppressed.
      </p>
      {rows.size === 0 && status !== 'live' ? null : (
        <>
          <Failing failing={failing} count={failingCount} onResource={chooseResource} />
          <Groups groups={groups} onText={(field, text) => setValue(field, text, { shouldDirty: true })} />
        </>
      )}
      {data === undefined ? null : <Silences silences={data.rows} nowMs={dataUpdatedAt} />}
    </aside>
  )
}
