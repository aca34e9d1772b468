import { HTMLSelect } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { areaNamed, areas } from '#shared/access/areas.ts'
import type { ExplanationQuery } from '#shared/access/explanation.ts'
import { objectResourceKinds, type ObjectKind } from '#shared/access/objects.ts'
import { accessActions } from '#shared/access/resources.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { changeQuery, useQueryParams, writeParam } from '#client/lib/address/query-state.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { SidePanel } from '#client/ui/layout/side-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { NameSelect } from './name-select.tsx'
import { explanationQuery } from './permissions-api.ts'
import { describeExplanation, describeStep } from './explanation-labels.ts'

interface WhyPanelProps {
  readonly self: string
  readonly onOpen: (permissionId: string) => void
  readonly onClose: () => void
}

const action = z.enum(accessActions).catch('read')
const nouns: Record<ObjectKind, string> = {
  config: 'Config item',
  component: 'Component',
  canary: 'Canary',
  playbook: 'Playbook',
  connection: 'Connection',
}

const useQuestion = (self: string) => {
  const params = useQueryParams()
  const area = areaNamed(params.get('on') ?? '')
  const { name, resource, object, feature } =
    area ?? ({ name: 'playbooks', resource: 'playbooks', object: 'playbooks', feature: 'playbooks' } as const)
  const kinds = objectResourceKinds[object] ?? []
  const objects = Object.fromEntries(
    kinds.flatMap((kind) => (params.get(kind) ? [[kind, params.get(kind) ?? '']] : [])),
  )
  const request: ExplanationQuery = {
    person: params.get('person') ?? self,
    action: action.parse(params.get('do')),
    resource,
    object,
    ...(feature !== undefined && { feature }),
    ...objects,
  }
  return { request, name, kinds }
}

const write = (key: string, value: string) =>
  changeQuery((params) => {
    writeParam(params, key, value)
    if (key === 'on') for (const kind of Object.keys(nouns)) params.delete(kind)
  })

interface StepProps extends Pick<WhyPanelProps, 'onOpen'> {
  readonly step: Parameters<typeof describeStep>[0]
  readonly decides: boolean
}

const toState = (effect: StepProps['step']['effect']) =>
  effect === 'grants' ? 'healthy' : effect === 'denies' || effect === 'hides' ? 'unhealthy' : 'unknown'

function Step({ step, decides, onOpen }: StepProps) {
  const { kind, label, effect } = describeStep(step, decides)
  return (
    <li className="why-step" data-effect={step.effect} data-decides={decides ? '' : undefined}>
      <StateMark state={toState(step.effect)} label="" />
      <span>{kind}</span>
      {step.kind === 'permission' ? (
        <button type="button" className="text-button cut" onClick={() => onOpen(step.grant.id)}>
          {label}
        </button>
      ) : (
        <span className="cut">{label}</span>
      )}
      <span>{effect}</span>
    </li>
  )
}

function ExplanationResult({
  request,
  onOpen,
}: {
  readonly request: ExplanationQuery
  readonly onOpen: WhyPanelProps['onOpen']
}) {
  const { data, error, isPending, refetch } = useQuery(explanationQuery(request))
  const format = useFormatTime()
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (isPending) return <SkeletonRows rows={4} label="Loading explanation" />
  const { title, because } = describeExplanation(data, (at) => format(at, 'medium'))
  const state = data.answer === 'allowed' ? 'healthy' : data.answer === 'some' ? 'warning' : 'unhealthy'
  return (
    <>
      <section aria-label="Result" aria-live="polite">
        <h3>
          <StateMark state={state} label="" /> {title}
        </h3>
        <p className="dim">{because}</p>
      </section>
      <ol className="why-chain" aria-label="Decision steps in order">
        {data.chain.map((step, index) => (
          <Step
            key={step.kind === 'permission' ? step.grant.id : `${step.kind} ${describeStep(step, false).label}`}
            step={step}
            decides={index === data.decidedBy}
            onOpen={onOpen}
          />
        ))}
      </ol>
      {data.answer === 'allowed' ? null : (
        <section aria-label="To change this">
          <h3>To change this</h3>
          <ul className="dim">
            {data.roles.length > 0 ? (
              <li>
                Grant {data.roles.length === 1 ? 'the role' : 'one of the roles'} {data.roles.join(', ')}, unless a deny
                applies.
              </li>
            ) : null}
            {data.othersCount > 0 ? (
              <li>
                People with access:{' '}
                {data.others
                  .slice(0, 3)
                  .map(({ name }) => name)
                  .join(', ')}
                {data.othersCount > 3 ? ` and ${data.othersCount - 3} more` : ''}.
              </li>
            ) : null}
          </ul>
        </section>
      )}
      {data.unknown.length === 0 ? null : (
        <section aria-label="Could not be checked">
          <h3>Could not be checked</h3>
          <ul className="dim">
            {data.unknown.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The question is stored in the address, so that it can be shared as a link. */
export function WhyPanel({ self, onOpen, onClose }: WhyPanelProps) {
  const { request, name, kinds } = useQuestion(self)
  return (
    <SidePanel
      title="Explain access"
      actions={<CopyButton text={window.location.href} label="Copy link" />}
      onClose={onClose}
    >
      <div className="why-panel">
        <div className="why-question">
          <Field label="Person">
            {({ id }) => (
              <NameSelect
                id={id}
                kind="person"
                none="Choose a person"
                value={request.person}
                onChange={(person) => write('person', person)}
              />
            )}
          </Field>
          <Field label="Action">
            {({ id }) => (
              <HTMLSelect
                id={id}
                fill
                value={request.action}
                onChange={(event) => write('do', event.currentTarget.value)}
              >
                {accessActions.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </HTMLSelect>
            )}
          </Field>
          <Field label="Resource">
            {({ id }) => (
              <HTMLSelect id={id} fill value={name} onChange={(event) => write('on', event.currentTarget.value)}>
                {areas.map((each) => (
                  <option key={each.name}>{each.name}</option>
                ))}
              </HTMLSelect>
            )}
          </Field>
          {kinds.map((kind) => (
            <Field key={kind} label={nouns[kind]}>
              {({ id }) => (
                <NameSelect
                  id={id}
                  kind={kind}
                  none="Any"
                  value={request[kind] ?? ''}
                  onChange={(resourceId) => write(kind, resourceId)}
                />
              )}
            </Field>
          ))}
        </div>
        <ExplanationResult request={request} onOpen={onOpen} />
      </div>
    </SidePanel>
  )
}
