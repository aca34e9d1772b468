import { z } from 'zod'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { buildAuthorization } from '#relay/backend/clients/http/http-sign-in.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'
import { DocumentReader } from '#relay/backend/clients/documents/document-reader.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { unavailable } from '#relay/backend/clients/run/unavailable-field.ts'
import { defineCheckType } from './define-check-type.ts'
import { envVar, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const spec = z.strictObject({
  chartmuseum: z.string().regex(/^https?:\/\//i, 'must be the http:// or https:// address of a chart repository'),
  project: z.string().min(1).optional(),
  auth: z.strictObject({ username: envVar.optional(), password: secret(envVar).optional() }).optional(),
  cafile: unavailable('set tlsConfig.ca to the certificate of the authority').optional(),
  tlsConfig: tlsConfig.optional(),
})
type HelmSpec = z.infer<typeof spec>

const indexSchema = z.looseObject({ entries: z.record(z.string(), z.array(z.looseObject({ version: z.string() }))) })

/** The index of a public repository has several megabytes of YAML, which take seconds: a thread parses them. */
const parseIndex = async (text: string, signal: AbortSignal) => {
  const reader = new DocumentReader()
  const stop = (): void => void reader.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const [document] of reader.read({ text, format: 'yaml', items: undefined, keepsLists: true }))
      return indexSchema.safeParse(document).data
    return undefined
  } finally {
    signal.removeEventListener('abort', stop)
    await reader.close()
  }
}

const formatUrl = ({ chartmuseum, project }: Pick<HelmSpec, 'chartmuseum' | 'project'>): string => {
  const base = chartmuseum.replace(/\/+$/, '')
  return project === undefined ? `${base}/index.yaml` : `${base}/chartrepo/${encodeURIComponent(project)}/index.yaml`
}

/** Reads the index of the repository. With `project`, below `/chartrepo`, as Harbor serves it. */
export const helm = defineCheckType<HelmSpec>({
  key: 'helm',
  spec,
  formatEndpoint: (checkSpec) => shownAddress(formatUrl(checkSpec)),
  run: async (checkSpec, run) => {
    const target = await resolveTarget({ auth: checkSpec.auth }, formatUrl(checkSpec), run)
    const tls = await resolveTls(checkSpec.tlsConfig, run)
    const { code, content, cut } = await httpRequest({
      url: target.url,
      method: 'GET',
      headers: [['user-agent', 'quarterdeck'], ...(await buildAuthorization({}, target, tls, run))],
      tls,
      bodyMax: 16 * 1024 * 1024,
      signal: run.signal,
    })
    if (code !== 200) return { pass: false, message: `Cannot read the index: the server responded with ${code}.` }
    if (cut) return { pass: false, message: 'The index is larger than 16 MB.' }
    const index = await parseIndex(content, run.signal)
    if (index === undefined) return { pass: false, message: 'Not the index of a chart repository.' }
    const charts = Object.entries(index.entries).map(([name, versions]) => ({
      name,
      version: versions[0]?.version ?? null,
    }))
    if (charts.length === 0)
      return { pass: false, message: 'The repository has no charts.', details: { results: charts, count: 0 } }
    const message = formatQuantity(charts.length, 'chart')
    return { pass: true, message, details: { results: charts, count: charts.length } }
  },
})
