import { getShortestPaths } from 'xstate/graph'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { chartIds, type ChartId, type IntegrationChart } from '#shared/settings/integration-charts.ts'
import { done, failed } from '#machines/testing/reach.ts'
import { directOptions, getChartInstall, integrationWizardMachine } from './integration-wizard-machine.ts'

const chart: IntegrationChart = {
  id: 'flux',
  name: 'mission-control-flux',
  version: '1.0.0',
  schema: null,
  values: 'topologyName: flux\n',
  source: 'registry',
  at: '2026-01-01T00:00:00.000Z',
  reason: null,
}
const reads = { readChart: fromPromise<IntegrationChart, { readonly chartId: ChartId }>(async () => chart) }
const begin = () => createActor(integrationWizardMachine.provide({ actors: reads })).start()

test('reaches every state, and every state but the last leads back to the options', () => {
  const paths = getShortestPaths(integrationWizardMachine, {
    events: [
      { type: 'chart.choose', chartId: 'flux' },
      { type: 'direct.choose', direct: 'scraper' },
      { type: 'install.change', change: { namespace: 'ops' } },
      { type: 'chart.retry' },
      { type: 'wizard.back' },
      { type: 'wizard.finish' },
      done('readChart', chart),
      failed('readChart', new Error('no')),
    ],
    limit: 5_000,
  })
  expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(Object.keys(integrationWizardMachine.states)))
  const stuck = paths.filter(
    ({ state }) => state.can({ type: 'wizard.back' }) === (state.value === 'choosing' || state.value === 'finished'),
  )
  expect(stuck).toEqual([])
})

test('keeps the input of each chart when going back [SET-84,SET-86]', async () => {
  const actor = begin()
  const open = async (chartId: ChartId) => {
    actor.send({ type: 'chart.choose', chartId })
    return getChartInstall((await waitFor(actor, (state) => state.matches('installing'))).context)
  }
  expect(await open('flux')).toEqual({ namespace: 'mission-control', interval: '30m', values: null })
  actor.send({ type: 'install.change', change: { namespace: 'ops' } })
  actor.send({ type: 'install.change', change: { values: 'topologyName: gitops\n' } })
  actor.send({ type: 'wizard.back' })
  expect(await open('aws')).toEqual({ namespace: 'mission-control', interval: '30m', values: null })
  actor.send({ type: 'wizard.back' })
  expect(await open('flux')).toEqual({ namespace: 'ops', interval: '30m', values: 'topologyName: gitops\n' })
})

test.each([
  ['topology', '/topology'],
  ['scraper', '/config-db'],
  ['log-backend', undefined],
] as const)('a saved %s leads to %s [SET-79,SET-80]', (direct, path) => {
  const actor = begin()
  actor.send({ type: 'direct.choose', direct })
  actor.send({ type: 'wizard.finish' })
  expect(actor.getSnapshot().context.returnPath).toBe(path)
})

test('an installed chart leads nowhere, also after a direct option was opened', async () => {
  const actor = begin()
  actor.send({ type: 'direct.choose', direct: 'scraper' })
  actor.send({ type: 'wizard.back' })
  actor.send({ type: 'chart.choose', chartId: 'flux' })
  await waitFor(actor, (state) => state.matches('installing'))
  actor.send({ type: 'wizard.finish' })
  expect([actor.getSnapshot().value, actor.getSnapshot().context.returnPath]).toEqual(['finished', undefined])
})

test('offers six charts and three direct options [SET-77,SET-78]', () => {
  expect([chartIds.length, directOptions.length]).toEqual([6, 3])
})
