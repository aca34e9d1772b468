import { expect, test } from 'vitest'
import { changedValues, fluxSnippet, helmSnippet, findIntervalError, findNamespaceError } from './install-snippets.ts'

const chart = { name: 'mission-control-flux', version: '0.9.1' }
const install = { namespace: 'mission-control', interval: '30m' }

test('includes only values that differ from the defaults', () => {
  const defaults = { name: 'flux', scraper: { schedule: '@every 15m', kinds: ['Pod'] }, labels: {}, old: 1 }
  expect(changedValues(defaults, { ...defaults })).toEqual({})
  expect(changedValues(defaults, { name: 'flux', scraper: { kinds: ['Pod'] } })).toEqual({})
  const values = { name: 'flux', scraper: { schedule: '@every 1h', kinds: ['Pod'] }, labels: { a: 'b' }, more: true }
  expect(changedValues(defaults, values)).toEqual({
    scraper: { schedule: '@every 1h' },
    labels: { a: 'b' },
    more: true,
  })
})

test('generates a namespace, a repository and a release for Flux [SET-81,SET-86]', () => {
  expect(fluxSnippet(chart, install, { topologyName: 'gitops' })).toBe(`apiVersion: v1
kind: Namespace
metadata:
  name: mission-control
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata:
  name: flanksource
  namespace: mission-control
spec:
  interval: 30m
  url: https://flanksource.github.io/charts
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: mission-control-flux
  namespace: mission-control
spec:
  interval: 30m
  chart:
    spec:
      chart: mission-control-flux
      version: 0.9.1
      sourceRef:
        kind: HelmRepository
        name: flanksource
  values:
    topologyName: gitops
`)
})

test('passes any values to Helm unchanged [SET-81]', () => {
  expect(helmSnippet(chart, install, { note: '$(reboot)\nVALUES\n' }))
    .toBe(`helm repo add flanksource https://flanksource.github.io/charts
helm repo update
helm upgrade --install mission-control-flux flanksource/mission-control-flux \\
  --namespace mission-control --create-namespace \\
  --version 0.9.1 \\
  --values - <<'VALUES'
note: |
  $(reboot)
  VALUES
VALUES
`)
  expect(helmSnippet({ ...chart, version: null }, install, {}))
    .toBe(`helm repo add flanksource https://flanksource.github.io/charts
helm repo update
helm upgrade --install mission-control-flux flanksource/mission-control-flux \\
  --namespace mission-control --create-namespace
`)
})

test.each(['', 'Ops', '-ops', 'ops; reboot', 'a'.repeat(64)])('rejects %j as a namespace', (namespace) => {
  expect(findNamespaceError(namespace)).toBe(
    'Use lowercase letters, digits and dashes, at most 63 characters, with no dash at either end',
  )
})
test.each(['', '30', '0s', '1d', '30m; x'])('rejects %j as an interval', (interval) => {
  expect(findIntervalError(interval)).toBe('Enter a duration such as 30m or 1h30m')
})
test('accepts the defaults', () => {
  expect([findNamespaceError(install.namespace), findIntervalError(install.interval)]).toEqual([undefined, undefined])
})
