import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Agent } from '#shared/agents/agents-topic.ts'
import { agentDialogMachine, type IssuedToken, type TokenRequest } from '#machines/settings/agent-dialog-machine.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useDraftedForm } from '#client/ui/form/use-drafted-form.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { agentFormSchema, emptyAgent, scraperSchedules } from './agent-form.ts'
import { InstallAgent } from './install-agent.tsx'
import { generateAgent, renewToken } from './agents-api.ts'

interface AgentDialogProps {
  readonly agent: Pick<Agent, 'id' | 'name'> | null
  readonly agents: readonly Agent[]
  readonly onClose: () => void
}

const issue = async ({ agent, named }: TokenRequest): Promise<IssuedToken> => {
  if (agent !== null) return renewToken(agent)
  if (named === null) throw new Error('The agent has no name.')
  return generateAgent(named)
}

const machine = agentDialogMachine.provide({
  actors: { issueToken: fromPromise<IssuedToken, TokenRequest>(({ input }) => issue(input)) },
})

const schedules = scraperSchedules.map((value) => ({ value, label: value }))

export function AgentDialog({ agent, agents, onClose }: AgentDialogProps) {
  const [state, send] = useMachine(machine, { input: { agent } })
  const [since] = useState(() => new Date().toISOString())
  const { form } = useDraftedForm({ schema: agentFormSchema, initial: emptyAgent })
  const { issued, named, error } = state.context
  const isOver = state.status === 'done'
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const leave = () => send({ type: 'dialog.leave' })
  const isBusy = state.hasTag('busy')
  const name = agent?.name ?? named?.name ?? ''
  if (issued !== null) {
    const made = agents.find((each) => each.name === name)
    const seen = made?.last_seen ?? null
    return (
      <InstallAgent
        install={{ name, token: issued.token, url: window.location.origin, schedule: named?.schedule ?? '' }}
        expiresAt={issued.expiresAt}
        isConnected={seen !== null && seen > since}
        onClose={leave}
      />
    )
  }
  const submit = () => void form.handleSubmit((values) => send({ type: 'agent.add', named: values }))()
  return (
    <Modal
      title={agent === null ? 'Add agent' : `New token for ${agent.name}`}
      size="small"
      onClose={leave}
      foot={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" busy={isBusy} onClick={agent === null ? submit : () => send({ type: 'token.renew' })}>
            {agent === null ? 'Add agent' : 'Create token'}
          </Button>
        </>
      }
    >
      {agent === null ? (
        <EditForm label="Add agent" className="agent-fields" isSaving={isBusy} onSubmit={submit}>
          <TextField
            control={form.control}
            name="name"
            label="Name"
            maxLength={63}
            help="Unique name, such as the cluster or site"
          />
          <TextField
            control={form.control}
            name="labels"
            label="Labels"
            placeholder="region=eu-central-1, site=FRA"
            help="Optional"
          />
          <FormField
            control={form.control}
            name="schedule"
            label="Kubernetes scraper"
            help="Interval at which the agent’s chart scrapes its cluster"
          >
            {(field) => <OptionSelect {...field} fill none="None" options={schedules} />}
          </FormField>
        </EditForm>
      ) : (
        <p>
          The current token stops working immediately. The agent cannot report until it is restarted with the new one;
          no data is lost.
        </p>
      )}
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
    </Modal>
  )
}
