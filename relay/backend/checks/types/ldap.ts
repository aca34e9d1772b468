import { z } from 'zod'
import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { defineCheckType } from './define-check-type.ts'
import { signIn } from './fields.ts'
import { shownAddress, targetOf } from '#relay/backend/clients/target.ts'

const spec = z
  .strictObject({
    url: z.string().optional(),
    host: z.string().optional(),
    bindDN: z.string().min(1),
    userSearch: z.string().optional(),
    skipTLSVerify: z.boolean().optional(),
    ...signIn,
  })
  .refine(({ host, url, connection }) => (host ?? url ?? connection ?? '') !== '', {
    message: 'is missing',
    path: ['url'],
  })
type LdapSpec = z.infer<typeof spec>

const entriesMax = 100

/**
 * Signs in to a directory as `username` and searches below `bindDN` for `userSearch`; passes when something is found.
 * Details: count, entries (their names).
 */
export const ldap = defineCheckType<LdapSpec>({
  key: 'ldap',
  spec,
  endpointOf: ({ host, url, connection }) => shownAddress(url ?? host ?? connection ?? ''),
  run: async (spec, run) => {
    const { Client } = await import('ldapts')
    const { url, username, password, insecureTls } = await targetOf(spec, spec.url ?? spec.host, run)
    const timeout = Math.max(1, Math.ceil(run.timeoutMs))
    const client = new Client({
      url: /^ldaps?:\/\//.test(url) ? url : `ldap://${url}`,
      timeout,
      connectTimeout: timeout,
      strictDN: false,
      ...(url.startsWith('ldaps:')
        ? { tlsOptions: { rejectUnauthorized: !(insecureTls || spec.skipTLSVerify === true) } }
        : {}),
    })
    const stop = (): void => void client.unbind().catch(() => undefined)
    run.signal.addEventListener('abort', stop, { once: true })
    try {
      const filter = spec.userSearch ?? '(objectClass=*)'
      const ask = async () => {
        await client.bind(username ?? '', password ?? '')
        return client.search(spec.bindDN, { scope: 'sub', filter, sizeLimit: entriesMax, attributes: ['1.1'] })
      }
      const { searchEntries: entries } = await Promise.race([ask(), abortOf(run.signal)])
      const found = entries.length
      return {
        pass: found > 0,
        message:
          found > 0
            ? `${found} entr${found === 1 ? 'y' : 'ies'} found`
            : `Expected ${filter} to find an entry below ${spec.bindDN}, and it found none.`,
        details: { count: found, entries: entries.map(({ dn }) => dn) },
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'InvalidCredentialsError') {
        return { pass: false, message: 'The directory does not accept this user name and password.' }
      }
      throw error
    } finally {
      run.signal.removeEventListener('abort', stop)
      await client.unbind().catch(() => undefined)
    }
  },
})
