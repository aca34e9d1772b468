import { assign, fromPromise, setup } from 'xstate'
import type { ChartId, IntegrationChart } from '#shared/settings/integration-charts.ts'

export const directOptions = ['topology', 'scraper', 'log-backend'] as const
export type DirectOption = (typeof directOptions)[number]

const returnPaths: Readonly<Record<DirectOption, string | undefined>> = {
  topology: '/topology',
  scraper: '/config-db',
  'log-backend': undefined,
}

export interface ChartInstall {
  readonly namespace: string
  readonly interval: string
  /** YAML; null: the default values of the chart. */
  readonly values: string | null
}

const newInstall: ChartInstall = { namespace: 'mission-control', interval: '30m', values: null }

interface Context {
  readonly chartId: ChartId | null
  readonly direct: DirectOption | null
  readonly installs: Partial<Readonly<Record<ChartId, ChartInstall>>>
  readonly chart: IntegrationChart | null
  readonly error: unknown
  readonly returnPath: string | undefined
}

type Event =
  | { readonly type: 'chart.choose'; readonly chartId: ChartId }
  | { readonly type: 'direct.choose'; readonly direct: DirectOption }
  | { readonly type: 'install.change'; readonly change: Partial<ChartInstall> }
  | { readonly type: 'chart.retry' }
  | { readonly type: 'wizard.back' }
  | { readonly type: 'wizard.finish' }

export const getChartInstall = ({ chartId, installs }: Pick<Context, 'chartId' | 'installs'>): ChartInstall =>
  (chartId === null ? undefined : installs[chartId]) ?? newInstall

export const integrationWizardMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: {
    readChart: fromPromise<IntegrationChart, { readonly chartId: ChartId }>(() =>
      Promise.reject(new Error('provide readChart')),
    ),
  },
}).createMachine({
  id: 'integrationWizard',
  context: { chartId: null, direct: null, installs: {}, chart: null, error: null, returnPath: undefined },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'chart.choose': {
          target: 'reading',
          actions: assign(({ event }) => ({ chartId: event.chartId, chart: null, error: null })),
        },
        'direct.choose': { target: 'creating', actions: assign(({ event }) => ({ direct: event.direct })) },
      },
    },
    reading: {
      invoke: {
        id: 'readChart',
        src: 'readChart',
        input: ({ context: { chartId } }) => {
          if (chartId === null) throw new Error('No chart is selected.')
          return { chartId }
        },
        onDone: { target: 'installing', actions: assign(({ event }) => ({ chart: event.output })) },
        onError: { target: 'unread', actions: assign(({ event }) => ({ error: event.error })) },
      },
      on: { 'wizard.back': 'choosing' },
    },
    unread: { on: { 'chart.retry': 'reading', 'wizard.back': 'choosing' } },
    installing: {
      on: {
        'install.change': {
          actions: assign(({ context, event }) =>
            context.chartId === null
              ? {}
              : {
                  installs: {
                    ...context.installs,
                    [context.chartId]: { ...getChartInstall(context), ...event.change },
                  },
                },
          ),
        },
        'wizard.back': 'choosing',
        'wizard.finish': 'finished',
      },
    },
    creating: {
      on: {
        'wizard.back': 'choosing',
        'wizard.finish': {
          target: 'finished',
          actions: assign(({ context: { direct } }) => ({
            returnPath: direct === null ? undefined : returnPaths[direct],
          })),
        },
      },
    },
    finished: { type: 'final' },
  },
})
