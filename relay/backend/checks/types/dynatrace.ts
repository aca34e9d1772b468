import { z } from 'zod'
import { listNames } from '#shared/primitives/list-names.ts'
import { askJson } from '#relay/backend/clients/http/json-service.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { defineCheckType } from './define-check-type.ts'
import { envVar } from '#relay/backend/clients/run/fields.ts'

const shownMax = 3
const problemsRead = 500

const spec = z
  .strictObject({
    connection: z.string().min(1).optional(),
    host: z.string().min(1).optional(),
    scheme: z.enum(['http', 'https']).optional(),
    apiKey: secret(envVar).optional(),
  })
  .refine(({ host, connection }) => (host ?? connection) !== undefined, { message: 'required', path: ['host'] })
type DynatraceSpec = z.infer<typeof spec>

const response = z.looseObject({
  totalCount: z.number(),
  problems: z.array(
    z.looseObject({
      title: z.string().catch(''),
      displayId: z.string().catch(''),
      severityLevel: z.string().nullish(),
      status: z.string().nullish(),
    }),
  ),
})

/** Open problems fail the check; a test may accept some of them. */
export const dynatrace = defineCheckType<DynatraceSpec>({
  key: 'dynatrace',
  requires: 'Needs a Dynatrace environment: set host and apiKey, or connection.',
  spec,
  formatEndpoint: ({ host, connection }) => (host ?? connection ?? '').replace(/^https?:\/\//, ''),
  run: async ({ connection: reference, host, scheme, apiKey }, run) => {
    const connection = await loadConnection(reference, run)
    const address = host ?? connection?.url ?? ''
    const key = apiKey === undefined ? (connection?.password ?? '') : await run.secret(apiKey)
    if (address === '' || key === '')
      throw new Error('Dynatrace needs a host and an API key: set host and apiKey, or connection')
    const protocol = scheme ?? connection?.properties['scheme'] ?? 'https'
    const base = /^https?:\/\//.test(address) ? address : `${protocol}://${address}`
    const query = new URLSearchParams({ problemSelector: 'status("open")', pageSize: String(problemsRead) })
    const { json } = await askJson(
      {
        name: 'Dynatrace',
        headers: [['authorization', `Api-Token ${key}`]],
        tls: { insecure: connection?.insecureTls ?? false },
        signal: run.signal,
        signIn: { advice: 'Use an API token with the scope problems.read.' },
      },
      { url: `${base.replace(/\/+$/, '')}/api/v2/problems?${query.toString()}` },
      response,
    )
    const { totalCount: count, problems } = json
    const details = { problems, results: problems, count }
    if (count === 0) return { pass: true, message: 'No open problems', details }
    const titles = problems.map(({ displayId, title }) => `${displayId} ${title}`.trim())
    const message = `${count} open: ${listNames(titles, shownMax, count)}`
    const read = `only ${problems.length} of ${count} were read`
    return {
      pass: false,
      message: `${message}.`,
      messageIfTestPasses: message,
      ...(problems.length < count ? { incomplete: { problems: read, results: read } } : {}),
      details,
    }
  },
})
