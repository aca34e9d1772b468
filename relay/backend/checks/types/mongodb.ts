import { z } from 'zod'
import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { defineCheckType } from './define-check-type.ts'
import { signIn } from './fields.ts'
import { shownAddress, targetOf } from '#relay/backend/clients/target.ts'

const spec = z
  .strictObject({ url: z.string().optional(), ...signIn })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', { message: 'is missing', path: ['url'] })
type MongoSpec = z.infer<typeof spec>

/** Signs in to a MongoDB server and pings it. Details: ok, elapsedMs. */
export const mongodb = defineCheckType<MongoSpec>({
  key: 'mongodb',
  spec,
  endpointOf: ({ url, connection }) => shownAddress(url ?? connection ?? ''),
  run: async (spec, run) => {
    const { MongoClient } = await import('mongodb')
    const { url, username, password, insecureTls } = await targetOf(spec, spec.url, run)
    const timeoutMs = Math.max(1, Math.ceil(run.timeoutMs))
    const client = new MongoClient(/^mongodb(\+srv)?:\/\//.test(url) ? url : `mongodb://${url}`, {
      /** Before the check's own time is over, so that the driver can still say why no server was found. */
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
      const { ok } = await Promise.race([client.db('admin').command({ ping: 1 }), abortOf(run.signal)])
      const elapsedMs = Math.round(performance.now() - start)
      return {
        pass: ok === 1,
        message:
          ok === 1
            ? `The server answered the ping in ${elapsedMs} ms`
            : 'Expected the server to answer the ping with ok 1.',
        durationMs: elapsedMs,
        details: { ok: Number(ok), elapsedMs },
      }
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('Server selection timed out')) throw error
      return { pass: false, message: 'No server answered in time.' }
    } finally {
      run.signal.removeEventListener('abort', stop)
      await client.close(true)
    }
  },
})
