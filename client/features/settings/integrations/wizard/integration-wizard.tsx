import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { fromPromise } from 'xstate'
import { integrationChartRoute, type ChartId, type IntegrationChart } from '#shared/settings/integration-charts.ts'
import {
  getChartInstall,
  integrationWizardMachine,
  type DirectOption,
} from '#machines/settings/integration-wizard-machine.ts'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { NewResource } from '#client/features/settings/resources/new-resource.tsx'
import { editedKinds } from '#client/features/settings/resources/edited-kinds.ts'
import { ChartInstallForm } from './chart-install-form.tsx'
import { OptionList } from './option-list.tsx'
import { chartOptions, directOptionsShown } from './wizard-options.ts'
import '#client/features/settings/resources/resources.css'
import './integration-wizard.css'

const machine = integrationWizardMachine.provide({
  actors: {
    readChart: fromPromise<IntegrationChart, { readonly chartId: ChartId }>(({ input, signal }) =>
      call(integrationChartRoute, { params: { id: input.chartId }, signal }),
    ),
  },
})

interface DirectFormProps {
  readonly option: DirectOption
  readonly onBack: () => void
  readonly onSaved: () => void
}

function DirectForm({ option, onBack, onSaved }: DirectFormProps) {
  const kind = editedKinds[directOptionsShown[option].table]
  const [picked, setPicked] = useState('')
  return (
    <NewResource
      kind={kind}
      picked={picked}
      onPick={setPicked}
      foot={
        <div>
          <Button onClick={onBack}>Back</Button>
        </div>
      }
      keepsTyped
      onBack={onBack}
      onSaved={onSaved}
    />
  )
}

export default function IntegrationWizard({ onClose }: { readonly onClose: () => void }) {
  const [state, send] = useMachine(machine)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { chartId, direct, chart, error, returnPath } = state.context
  const finish = useEffectEvent(() => {
    void client.invalidateQueries({ queryKey: ['integrations'] })
    onClose()
    if (returnPath !== undefined) navigate(returnPath)
  })
  const isFinished = state.matches('finished')
  useEffect(() => {
    if (isFinished) finish()
  }, [isFinished])
  const goBack = () => send({ type: 'wizard.back' })
  const isChartStep =
    chartId !== null && (state.matches('reading') || state.matches('unread') || state.matches('installing'))
  const step = isChartStep
    ? chartOptions[chartId].title
    : direct !== null && state.matches('creating')
      ? directOptionsShown[direct].title
      : 'Choose'
  const foot = isChartStep ? (
    <>
      <span className="wizard-back">
        <Button onClick={goBack}>Back</Button>
      </span>
      <Button
        look="primary"
        disabledReason={state.matches('installing') ? undefined : 'The chart is still loading.'}
        onClick={() => send({ type: 'wizard.finish' })}
      >
        Done
      </Button>
    </>
  ) : state.matches('choosing') ? (
    <Button onClick={onClose}>Cancel</Button>
  ) : undefined
  return (
    <Modal title="Add Integration" size="full" head={<span className="dim">{step}</span>} foot={foot} onClose={onClose}>
      {state.matches('choosing') ? (
        <OptionList
          onChart={(id) => send({ type: 'chart.choose', chartId: id })}
          onDirect={(option) => send({ type: 'direct.choose', direct: option })}
        />
      ) : null}
      {state.matches('reading') ? <SkeletonRows label="Loading chart" /> : null}
      {state.matches('unread') ? <ErrorPanel error={error} onRetry={() => send({ type: 'chart.retry' })} /> : null}
      {state.matches('installing') && chart !== null ? (
        <ChartInstallForm
          chart={chart}
          install={getChartInstall(state.context)}
          onChange={(change) => send({ type: 'install.change', change })}
        />
      ) : null}
      {state.matches('creating') && direct !== null ? (
        <DirectForm option={direct} onBack={goBack} onSaved={() => send({ type: 'wizard.finish' })} />
      ) : null}
    </Modal>
  )
}
