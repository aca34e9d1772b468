import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { selfServiceMachine } from '#machines/identity/self-service-machine.ts'
import type { CreateFlow, FetchFlow, FlowParams, SubmitFlow } from '#machines/identity/self-service-types.ts'
import type { FlowResult } from '#shared/identity/flow-result.ts'
import type { FlowKind, Flow } from '#shared/identity/flow.ts'
import { type FieldValues, isInput } from '#shared/identity/submission.ts'
import { changeQuery } from '#client/lib/address/query-state.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { createFlow, fetchFlow, submitFlow } from './identity-client.ts'
import { leaveFlow } from './leave-flow.ts'

const beginnings = new Set<unknown>(['choose_method', 'show_form'])
const isTrait = (name: string) => name === 'identifier' || name.startsWith('traits.')

/** Also true when the input of the first step is in hidden fields. A re-authentication starts without input. */
export const isUnderWay = ({ state, refresh, ui }: Flow): boolean =>
  !beginnings.has(state) ||
  (refresh !== true &&
    ui.nodes.some(
      (node) =>
        isInput(node) && node.attributes.type === 'hidden' && isTrait(node.attributes.name) && node.attributes.value,
    ))

const machine = selfServiceMachine.provide({
  actors: {
    createFlow: fromPromise<FlowResult, CreateFlow>(({ input }) => createFlow(input)),
    fetchFlow: fromPromise<FlowResult, FetchFlow>(({ input }) => fetchFlow(input)),
    submitFlow: fromPromise<FlowResult, SubmitFlow>(({ input }) => submitFlow(input)),
  },
  actions: {
    notify: (_, { message }) => void showToast('error', message),
    leave: ({ context }) => leaveFlow(context),
  },
})

const names = ['flow', 'return_to', 'refresh', 'aal'] as const

export const readFlowParams = (search: string): FlowParams => {
  const query = new URLSearchParams(search)
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])))
}

/** After its first step the flow's id goes into the address, so that a reload resumes it. */
export const useSelfService = (kind: FlowKind, atOnce?: FieldValues) => {
  const [state, send] = useMachine(machine, {
    input: {
      kind,
      params: readFlowParams(window.location.search),
      origin: window.location.origin,
      ...(atOnce !== undefined && { atOnce }),
    },
  })
  const { flow } = state.context
  const flowId = flow !== null && isUnderWay(flow) && !state.matches('leaving') ? flow.id : null
  useEffect(() => {
    if (flowId !== null) changeQuery((query) => query.set('flow', flowId))
  }, [flowId])
  return [state, send] as const
}

export type SelfServiceState = ReturnType<typeof useSelfService>[0]
export type SendToFlow = ReturnType<typeof useSelfService>[1]
