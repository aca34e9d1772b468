import { assign, fromPromise, setup } from 'xstate'
import type { ChartId, IntegrationChart } from '#shared/settings/integration-charts.ts'

/** What is made here, without a chart (ledger SET-78). */
export const directOptions = ['topology', 'scraper', 'log-backend'] as const
export type DirectOption = (typeof directOptions)[number]

/** Where saving leads from the wizard; undefined: it stays where it was opened (ledger SET-79, SET-80). */
const returnPaths: Readonly<Record<DirectOption, string | undefined>> = {
  topology: '/topology',
  scraper: '/config-db',
  'log-backend': undefined,
}

/** What is typed for a chart. */
export interface ChartInstall {
  readonly namespace: string
  readonly interval: string
  /** Its values as YAML; null: nothing was typed, and they are the chart's own. */
  readonly values: string | null
}

/** Ledger SET-86. */
const newInstall: ChartInstall = { namespace: 'mission-control', interval: '30m', values: null }

interface Context {
  readonly chartId: ChartId | null
  readonly direct: DirectOption | null
  /** Kept for each chart, so that going back loses nothing. */
  readonly installs: Partial<Readonly<Record<ChartId, ChartInstall>>>
  readonly chart: IntegrationChart | null
  readonly error: unknown
  /** Where the person is led once the wizard has closed. */
  readonly returnPath: string | undefined
}

type Event =
  | { readonly type: 'chart.choose'; readonly chartId: ChartId }
  | { readonly type: 'direct.choose'; readonly direct: DirectOption }
  | { readonly type: 'install.change'; readonly change: Partial<ChartInstall> }
  | { readonly type: 'chart.retry' }
  | { readonly type: 'wizard.back' }
  /** What a direct option makes was saved, or the snippet of a chart was taken. */
  | { readonly type: 'wizard.finish' }

/** What is typed for the chosen chart. */
export const getChartInstall = ({ chartId, installs }: Pick<Context, 'chartId' | 'installs'>): ChartInstall =>
  (chartId === null ? undefined : installs[chartId]) ?? newInstall

/** Adding an integration (ledger SET-84): an option, then what it takes. Back keeps what was typed. */
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
          if (chartId === null) throw new Error('No chart was chosen.')
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
