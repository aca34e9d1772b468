import { z } from 'zod'
import { bareEnvironment, runProcess } from '#relay/backend/clients/run-process.ts'
import type { Found, ScrapeContext, ScraperType } from '#relay/backend/scrapers/scraper-kind.ts'
import { filesIn } from './files-in.ts'
import { itemsOfReport } from './trivy/trivy-report.ts'

const outputMax = 64 * 1024 * 1024
/** What begins with a dash would be an option of the program. */
const word = z.string().regex(/^[^-\s]\S*$/, 'must be one word, without a dash before it')
const words = z.array(word).default([])
const path = z.string().regex(/^[^-]/, 'must not begin with a dash')

const spec = z
  .strictObject({
    /** Images, by name, that are scanned. */
    images: words,
    /** Folders of this machine that are scanned. */
    folders: z.array(path).default([]),
    /** Reports in JSON that something else wrote: they are read, and no program is run. */
    reports: z.array(z.string().min(1)).default([]),
    kubernetes: z
      .strictObject({
        components: words,
        context: word.optional(),
        kubeconfig: path.optional(),
        namespace: word.optional(),
      })
      .optional(),
    compliance: words,
    ignoreUnfixed: z.boolean().optional(),
    ignoredLicenses: words,
    licenseFull: z.boolean().optional(),
    scanners: words,
    severity: words,
    vulnType: words,
    timeout: word.optional(),
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

const optionsOf = (given: TrivySpec): string[] => [
  '--quiet',
  '--format',
  'json',
  ...listed('scanners', given.scanners),
  ...listed('severity', given.severity),
  ...listed('pkg-types', given.vulnType),
  ...listed('ignored-licenses', given.ignoredLicenses),
  ...(given.ignoreUnfixed === true ? ['--ignore-unfixed'] : []),
  ...(given.licenseFull === true ? ['--license-full'] : []),
  ...(given.timeout === undefined ? [] : ['--timeout', given.timeout]),
]

/** Each thing that is scanned, with the arguments of its scan. */
const scansOf = (given: TrivySpec): { readonly what: string; readonly args: readonly string[] }[] => {
  const options = optionsOf(given)
  const { kubernetes: cluster } = given
  return [
    ...given.images.map((image) => ({ what: image, args: ['image', ...options, '--', image] })),
    ...given.folders.map((folder) => ({ what: folder, args: ['filesystem', ...options, '--', folder] })),
    ...(cluster === undefined
      ? []
      : [
          {
            what: cluster.context ?? 'The cluster',
            args: [
              'kubernetes',
              ...options,
              '--report',
              'all',
              ...given.compliance.flatMap((name) => ['--compliance', name]),
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
  if (sandbox?.refusal !== undefined) throw new Error(sandbox.refusal)
  const { exitCode, stdout, stderr, isCut } = await runProcess('trivy', args, {
    env: bareEnvironment(),
    signal,
    sandbox,
    outputMax,
  }).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? new Error('There is no trivy on this machine, which scrapers of this kind need')
      : error
  })
  if (exitCode === 127) throw new Error('There is no trivy on this machine, which scrapers of this kind need')
  if (exitCode !== 0) throw new Error(`trivy ${args[0]}: exit code ${exitCode}: ${stderr.trim().slice(-500)}`)
  if (isCut) throw new Error(`trivy ${args[0]} wrote more than ${outputMax / 1024 / 1024} MB`)
  return stdout
}

const textOf = (text: string, what: string) =>
  ({
    kind: 'text',
    text,
    format: 'json',
    known: { source: what },
    read: (document: unknown) => itemsOfReport(document, what),
  }) as const

/** What trivy finds wrong with images, folders and clusters, as insights of each; reports that it wrote elsewhere are read as well. */
export const trivy: ScraperType<TrivySpec> = {
  key: 'trivy',
  spec,
  defaultType: 'Trivy',
  endpointOf: () => 'trivy',
  async *scrape(given, context): AsyncGenerator<Found> {
    if (given.reports.length > 0)
      for await (const found of filesIn({ paths: given.reports }, context))
        yield found.kind === 'fault' ? found : textOf(found.text, found.known.source ?? '')
    for (const { what, args } of scansOf(given)) {
      const scanned = await runTrivy(args, context).catch((error: unknown) => {
        context.signal.throwIfAborted()
        return error instanceof Error ? error : new Error(String(error))
      })
      yield scanned instanceof Error
        ? { kind: 'fault', reason: `${what}: ${scanned.message.replace(/\.?$/, '.')}` }
        : textOf(scanned, what)
    }
  },
}
