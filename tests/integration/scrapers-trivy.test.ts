import { chmod } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { scrapers, start, put, at } = scrapingTests()
const path = process.env['PATH']
afterEach(() => {
  process.env['PATH'] = path
})

const report = {
  ArtifactName: 'web:1',
  ArtifactType: 'container_image',
  Metadata: { ImageID: 'sha256:image-of-web', RepoTags: ['web:1'] },
  Results: [
    {
      Target: 'web:1 (debian 12)',
      Vulnerabilities: [
        {
          VulnerabilityID: 'CVE-2026-1',
          PkgName: 'openssl',
          InstalledVersion: '3.0.1',
          FixedVersion: '3.0.2',
          Title: 'Overflow',
          Severity: 'CRITICAL',
          PrimaryURL: 'https://avd.example.test/cve-2026-1',
        },
        { VulnerabilityID: 'CVE-2026-2', PkgName: 'zlib', Severity: 'LOW' },
      ],
    },
    {
      Target: 'Dockerfile',
      Misconfigurations: [
        { ID: 'DS002', Title: 'Runs as root', Message: 'Add a USER.', Severity: 'HIGH', Status: 'FAIL' },
        { ID: 'DS003', Title: 'Fine', Severity: 'LOW', Status: 'PASS' },
      ],
      Secrets: [{ RuleID: 'key', Title: 'A private key', Severity: 'HIGH', StartLine: 3, Match: 'word-of-the-key' }],
    },
  ],
}
const clusterReport = {
  ClusterName: 'test',
  Resources: [{ Namespace: 'shop', Kind: 'Deployment', Name: 'web', Results: [{ Target: 'web' }] }],
}

/** A stand-in for trivy that responds according to its arguments. */
const script = () => `#!/bin/sh
echo "$@" >> ${at('asked')}
case "$*" in
  *slow*) sleep 60 ;;
  *broken*) echo '{ "ArtifactName": ' ;;
  *another*) echo '{}' ;;
  *denied*) echo "unable to find the image" >&2; exit 1 ;;
  kubernetes*) cat ${at('cluster.json')} ;;
  *) cat ${at('report.json')} ;;
esac
`
beforeEach(async () => {
  await put('report.json', report)
  await put('cluster.json', clusterReport)
  await put('trivy', script())
  await chmod(at('trivy'), 0o755)
  process.env['PATH'] = `${at()}:${path ?? ''}`
})
const scraping = async (spec: string, top = '') => {
  await start({ 'trivy.yaml': scraperDocument('trivy', `${top}  trivy: [{ ${spec} }]\n`) })
  return scrapers.run('trivy')
}
const insights = () =>
  scrapers.read(
    'config_analysis?select=summary,severity,status,analysis_type,first_observed,last_observed&order=summary',
  )

test('vulnerabilities of an image are its insights, and detected secrets are not stored [CAT-04]', async () => {
  expect(await scraping('images: [web:1], severity: [LOW, CRITICAL], ignoreUnfixed: true')).toMatchObject({
    errors: [],
  })
  expect(await scrapers.items()).toMatchObject([
    {
      type: 'Trivy::Image',
      name: 'web:1',
      health: 'unhealthy',
      status: '1 critical',
      config: { imageId: 'sha256:image-of-web', problems: { critical: 1, high: 2, medium: 0, low: 1 } },
    },
  ])
  const first = await insights()
  expect(first).toMatchObject([
    { summary: 'A secret in Dockerfile: A private key', severity: 'high', analysis_type: 'security' },
    { summary: 'CVE-2026-1 in openssl', severity: 'critical', status: 'open' },
    { summary: 'CVE-2026-2 in zlib', severity: 'low' },
    { summary: 'DS002: Runs as root', severity: 'high', analysis_type: 'compliance' },
  ])
  expect(JSON.stringify([first, await scrapers.items()])).not.toContain('word-of-the-key')

  const [openssl] = report.Results
  await put('report.json', {
    ...report,
    Results: [{ ...openssl, Vulnerabilities: openssl?.Vulnerabilities?.slice(0, 1) }],
  })
  await scrapers.run('trivy')
  expect(await insights()).toMatchObject([
    { status: 'resolved' },
    {
      summary: 'CVE-2026-1 in openssl',
      status: 'open',
      first_observed: (first as { first_observed: string }[])[1]?.first_observed,
    },
    { summary: 'CVE-2026-2 in zlib', status: 'resolved' },
    { status: 'resolved' },
  ])
})

test('cluster scanner output and third-party reports are read too', async () => {
  const errors = await scraping(`reports: ['${at('report.json')}'], kubernetes: { namespace: shop }`)
  expect(errors).toMatchObject({ errors: [] })
  expect(await scrapers.items()).toMatchObject([
    { type: 'Trivy::Deployment', name: 'web', health: 'healthy', tags: { namespace: 'shop' } },
    { type: 'Trivy::Image', name: 'web:1' },
  ])
})

test('an image that cannot be scanned is an error, and the others are scanned', async () => {
  expect((await scraping('images: [denied:1, broken:1, another:1, web:1]')).errors).toEqual([
    'denied:1: trivy image: exit code 1: unable to find the image.',
    expect.stringMatching(/^broken:1: .*JSON/),
    'another:1: Not a trivy report.',
  ])
  expect(await scrapers.items()).toMatchObject([{ name: 'web:1' }])
})

test('a scan that hangs times out', async () => {
  expect((await scraping('images: [slow:1]', '  timeout: 1s\n')).errors).toEqual(['trivy: timed out after 1s.'])
})

test('a run reports a missing program', async () => {
  process.env['PATH'] = at('nowhere')
  expect((await scraping('images: [web:1]')).errors).toEqual([
    'web:1: trivy is not installed on this machine; this scraper requires it.',
  ])
})

test.each([
  ['images: [--server=x]', 'trivy[0].images[0]: must be one word without a leading dash.'],
  ['severity: [LOW]', 'trivy[0]: needs images, folders, kubernetes or reports.'],
])('a document with %s is rejected with the position', async (spec, reason) => {
  const { log } = await start({ 'trivy.yaml': scraperDocument('trivy', `  trivy: [{ ${spec} }]\n`) })
  expect(log.some((line) => line.includes(reason))).toBe(true)
})
