import { z } from 'zod'
import { toError } from '#shared/primitives/thrown-error.ts'
import { runProgram } from '#relay/backend/process/run-program.ts'
import type { Found, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { filesIn } from './files-in.ts'
import { toReportItems } from './trivy/trivy-report.ts'

const outputMax = 64 * 1024 * 1024
/** Security: a leading dash would make it an option of the program. */
const argument = z.string().regex(/^[^-\s]\S*$/, 'must be one word without a leading dash')
const argumentList = z.array(argument).default([])
const path = z.string().regex(/^[^-]/, 'must not start with a dash')

const spec = z
  .strictObject({
    images: argumentList,
    folders: z.array(path).default([]),
    reports: z.array(z.string().min(1)).default([]),
    kubernetes: z
      .strictObject({
        components: argumentList,
        context: argument.optional(),
        kubeconfig: path.optional(),
        namespace: argument.optional(),
      })
      .optional(),
    compliance: argumentList,
    ignoreUnfixed: z.boolean().optional(),
    ignoredLicenses: argumentList,
    licenseFull: z.boolean().optional(),
    scanners: argumentList,
    severity: argumentList,
    vulnType: argumentList,
    timeout: argument.optional(),
    version: z.string().optional(),
  })
  .refine(
    ({ images, folders, reports, kubernetes }) =>
      images.length + folders.length + reports.length > 0 || kubernetes !== undefined,
    'needs images, folders, kubernetes or reports',
  )
type TrivySpec = z.infer<typeof spec>

const listed = (name: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`--${name}`, values.join(',')]

const toOptions = (scraper: TrivySpec): string[] => [
  '--quiet',
  '--format',
  'json',
  ...listed('scanners', scraper.scanners),
  ...listed('severity', scraper.severity),
  ...listed('pkg-types', scraper.vulnType),
  ...listed('ignored-licenses', scraper.ignoredLicenses),
  ...(scraper.ignoreUnfixed === true ? ['--ignore-unfixed'] : []),
  ...(scraper.licenseFull === true ? ['--license-full'] : []),
  ...(scraper.timeout === undefined ? [] : ['--timeout', scraper.timeout]),
]

const listScans = (scraper: TrivySpec): { readonly target: string; readonly args: readonly string[] }[] => {
  const options = toOptions(scraper)
  const { kubernetes: cluster } = scraper
  return [
    ...scraper.images.map((image) => ({ target: image, args: ['image', ...options, '--', image] })),
    ...scraper.folders.map((folder) => ({ target: folder, args: ['filesystem', ...options, '--', folder] })),
    ...(cluster === undefined
      ? []
      : [
          {
            target: cluster.context ?? 'The cluster',
            args: [
              'kubernetes',
              ...options,
              '--report',
              'all',
              ...scraper.compliance.flatMap((name) => ['--compliance', name]),
              ...(cluster.kubeconfig === undefined ? [] : ['--kubeconfig', cluster.kubeconfig]),
              ...(cluster.namespace === undefined ? [] : ['--include-namespaces', cluster.namespace]),
              ...listed('include-kinds', cluster.components),
              ...(cluster.context === undefined ? [] : ['--', cluster.context]),
            ],
          },
        ]),
  ]
}

const runTrivy = async (args: readonly string[], { signal, sandbox }: ScrapeContext): Promise<string> => {
  const { exitCode, stdout, stderr, isCut } = await runProgram('trivy', args, {
    requiredBy: 'this scraper',
    signal,
    sandbox,
    outputMax,
  })
  if (exitCode !== 0) throw new Error(`trivy ${args[0]}: exit code ${exitCode}: ${stderr.trim().slice(-500)}`)
  if (isCut) throw new Error(`trivy ${args[0]} wrote more than ${outputMax / 1024 / 1024} MB`)
  return stdout
}

const toFoundText = (text: string, target: string) =>
  ({
    kind: 'text',
    text,
    format: 'json',
    known: { source: target },
    read: (document: unknown) => toReportItems(document, target),
  }) as const

export const trivy: ScraperType<TrivySpec> = {
  key: 'trivy',
  spec,
  defaultType: 'Trivy',
  describeEndpoint: () => 'trivy',
  async *scrape(scraper, context): AsyncGenerator<Found> {
    if (scraper.reports.length > 0)
      for await (const found of filesIn({ paths: scraper.reports }, context))
        yield found.kind === 'error' ? found : toFoundText(found.text, found.known.source ?? '')
    for (const { target, args } of listScans(scraper)) {
      const scanned = await runTrivy(args, context).catch((error: unknown) => {
        context.signal.throwIfAborted()
        return toError(error)
      })
      yield scanned instanceof Error
        ? { kind: 'error', reason: `${target}: ${scanned.message.replace(/\.?$/, '.')}` }
        : toFoundText(scanned, target)
    }
  },
}
