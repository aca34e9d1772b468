import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { rulePreviewRoute, type RulePreview as Preview } from '#shared/incidents/rule-preview-route.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { call } from '#client/api/call.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { ResourceEditorState } from './use-resource-editor.ts'

type Incident = Preview['incidents'][number]
type Member = Incident['members'][number]

const toHref = ({ kind, id }: Member): string =>
  kind === 'check'
    ? `${routes.health}?checkId=${encodeURIComponent(id)}`
    : linkTo(kind === 'config' ? routes.configItem : routes.topologyItem, { id })

function Opened({ incident }: { readonly incident: Incident }) {
  const { title, opened_at: opened, resolved_at: resolved, member_count: count, members } = incident
  return (
    <li>
      <details>
        <summary>
          <StateMark state={resolved === null ? 'unhealthy' : 'healthy'} label="" /> <b>{title}</b>{' '}
          <span className="dim">
            <Moment at={opened} />
            {resolved === null ? ', still open' : ', resolved '}
            {resolved === null ? null : <Moment at={resolved} />}
          </span>
        </summary>
        <ul aria-label={`Members of ${title}`}>
          {members.map((member) => (
            <li key={`${member.kind} ${member.id} ${member.from}`}>
              <Link className="link" href={toHref(member)}>
                {member.name}
              </Link>{' '}
              <span className="dim">
                {member.kind === 'config' ? 'item' : member.kind} since <Moment at={member.from} />
                {member.until === null ? ', still' : ' to '}
                {member.until === null ? null : <Moment at={member.until} />}
              </span>
            </li>
          ))}
          {count > members.length ? <li className="dim">and {count - members.length} more</li> : null}
        </ul>
      </details>
    </li>
  )
}

function Outcome({ preview }: { readonly preview: Preview }) {
  const { since, troubles: failures, total, incidents, notes } = preview
  return (
    <>
      <p>
        <b>{total === 0 ? 'No incident' : formatCount(total, 'incident')}</b>{' '}
        {failures === 0
          ? 'would have been opened: no matching failures'
          : `would have been opened, for ${formatCount(failures, 'failure')}`}{' '}
        since <Moment at={since} />.
      </p>
      <ul aria-label="Incidents of the preview">
        {incidents.map((incident) => (
          <Opened key={`${incident.opened_at} ${incident.title}`} incident={incident} />
        ))}
        {total > incidents.length ? <li className="dim">The newest {incidents.length} are shown.</li> : null}
      </ul>
      {notes.map((note) => (
        <p key={note} className="faint">
          {note}
        </p>
      ))}
    </>
  )
}

export function RulePreview({ editor: { value, text, base, form } }: { readonly editor: ResourceEditorState }) {
  const running = useRef<AbortController>(null)
  const { data, error, isPending, variables, mutate, reset } = useMutation({
    mutationFn: (spec: Readonly<Record<string, unknown>>) => {
      running.current = new AbortController()
      const { signal } = running.current
      return call(rulePreviewRoute, { body: { id: base?.id, name: form.getValues('name'), spec }, signal })
    },
  })
  const spec = isMap(value) ? value : text.trim() === '' ? {} : null
  const isOlder = data !== undefined && !isPending && JSON.stringify(variables) !== JSON.stringify(spec)
  return (
    <section className="resource-trial" aria-label="Preview">
      <header>
        <b>Preview</b>
        {isPending ? (
          <Button
            small
            onClick={() => {
              running.current?.abort()
              reset()
            }}
          >
            Stop
          </Button>
        ) : (
          <Button
            small
            disabledReason={spec === null ? 'Fix the spec first' : undefined}
            onClick={() => (spec === null ? undefined : mutate(spec))}
          >
            Preview last week
          </Button>
        )}
      </header>
      <p className="faint">Incidents that this rule would have opened in the last week. Nothing is opened or saved.</p>
      <div role="status">
        {isPending ? 'Loading the last week …' : null}
        {isOlder ? <p className="dim">The rule has changed since this preview.</p> : null}
        {data === undefined || isPending ? null : <Outcome preview={data} />}
      </div>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </section>
  )
}
