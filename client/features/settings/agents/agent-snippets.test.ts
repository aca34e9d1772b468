import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { cliSnippet, fluxSnippet, helmSnippet } from './agent-snippets.ts'

const install = { name: 'edge', token: 'qda_1', url: 'https://console.test', schedule: '' }

test('starts a console with two variables, quoted for the shell', () => {
  expect(cliSnippet({ ...install, token: "a'b $(reboot)" })).toBe(
    `UPSTREAM_URL=https://console.test \\\nUPSTREAM_TOKEN='a'\\''b $(reboot)' \\\nnpm start\n`,
  )
})

test('installs the agent by Helm, with a scraper of its cluster on request', () => {
  expect(helmSnippet(install)).toBe(`helm repo add flanksource https://flanksource.github.io/charts
helm repo update

helm upgrade --install mc-agent flanksource/mission-control-agent \\
  --namespace mission-control --create-namespace \\
  --set upstream.createSecret=true \\
  --set upstream.host=https://console.test \\
  --set upstream.username=token \\
  --set upstream.password=qda_1 \\
  --set upstream.agentName=edge
`)
  expect(helmSnippet({ ...install, schedule: '@every 30m' })).toContain(
    `flanksource/mission-control-kubernetes \\
  --namespace mission-control --create-namespace \\
  --set clusterName=edge \\
  --set 'scraper.schedule=@every 30m'
`,
  )
})

test('generates equivalent manifests for Flux', () => {
  const manifests = parseAllDocuments(fluxSnippet({ ...install, schedule: '@daily' })).map(
    (one) => one.toJS() as unknown,
  )
  expect(manifests).toMatchObject([
    { kind: 'Namespace' },
    { kind: 'HelmRepository' },
    { kind: 'HelmRelease', spec: { values: { upstream: { password: 'qda_1', agentName: 'edge' } } } },
    { kind: 'HelmRelease', spec: { values: { clusterName: 'edge', scraper: { schedule: '@daily' } } } },
  ])
})
