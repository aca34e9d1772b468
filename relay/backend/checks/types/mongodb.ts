import type { MongoClient } from 'mongodb'
import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { unlessAborted } from '#relay/time-limit.ts'
import { signIn } from '#relay/backend/clients/run/fields.ts'
import { requireScheme } from '#relay/backend/clients/run/require-scheme.ts'
import { encodeLogin } from '#relay/config/repair-login.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'

const spec = z
  .strictObject({ url: z.string().optional(), ...signIn })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'required', path: ['url'] })
type MongoSpec = z.infer<typeof spec>

export const mongodb = defineCheckType<MongoSpec>({
  key: 'mongodb',
  spec,
  formatEndpoint: ({ url, connection }) => shownAddress(url ?? connection ?? ''),
  run: async (spec, run) => {
    const { MongoClient, MongoServerSelectionError } = await import('mongodb')
    const { url, username, password, insecureTls } = await resolveTarget(spec, spec.url, run)
    requireScheme(url, ['mongodb', 'mongodb+srv'])
    const timeoutMs = Math.max(1, Math.ceil(run.timeoutMs))
    const client = new MongoClient(encodeLogin(/^mongodb(\+srv)?:\/\//.test(url) ? url : `mongodb://${url}`), {
      /** Shorter than the check's timeout, so that the driver can still report that no server is primary. */
      serverSelectionTimeoutMS: Math.max(1, Math.floor(timeoutMs * 0.8)),
      connectTimeoutMS: timeoutMs,
      socketTimeoutMS: timeoutMs,
      maxPoolSize: 1,
      ...(insecureTls ? { tlsAllowInvalidCertificates: true } : {}),
      ...(username === undefined || username === '' ? {} : { auth: { username, password: password ?? '' } }),
    })
    const stop = (): void => void client.close(true).catch(() => undefined)
    run.signal.addEventListener('abort', stop, { once: true })
    try {
      const start = performance.now()
      const { ok } = await unlessAborted(
        Promise.race([client.db('admin').command({ ping: 1 }), rejectWhenUnreachable(client)]),
        run.signal,
      )
      const elapsedMs = Math.round(performance.now() - start)
      return {
        pass: ok === 1,
        message: ok === 1 ? `Ping succeeded in ${elapsedMs} ms` : 'Ping did not return ok: 1.',
        durationMs: elapsedMs,
        details: { ok: Number(ok), elapsedMs },
      }
    } catch (error) {
      if (!(error instanceof MongoServerSelectionError)) throw error
      const known = [...(error.reason?.servers.values() ?? [])]
      if (known.some(({ type }) => type !== 'Unknown'))
        return { pass: false, message: 'The servers respond, but none is the primary.' }
      // The driver reports nothing for a server that does not respond; the timeout of the run does.
      return await unlessAborted(new Promise<never>(() => undefined), run.signal)
    } finally {
      run.signal.removeEventListener('abort', stop)
      const closed = client.close(true).catch(() => undefined)
      // It does not end while a load balancer does not respond.
      if (!run.signal.aborted) await closed
    }
  },
})

const rejectWhenUnreachable = async (client: MongoClient): Promise<never> =>
  new Promise((_resolve, reject) => {
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const errors = [...newDescription.servers.values()].map(({ error }) => error)
      if (errors.length > 0 && errors.every((error) => error !== null)) reject(errors[0])
    })
  })
