import { z } from 'zod'
import { withDirectory } from '#relay/backend/clients/servers/ldap-connection.ts'
import { defineCheckType } from './define-check-type.ts'
import { signIn } from '#relay/backend/clients/run/fields.ts'
import { shownAddress } from '#relay/backend/clients/run/target.ts'

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
    message: 'required',
    path: ['url'],
  })
type LdapSpec = z.infer<typeof spec>

const entriesMax = 100

export const ldap = defineCheckType<LdapSpec>({
  key: 'ldap',
  spec,
  formatEndpoint: ({ host, url, connection }) => shownAddress(url ?? host ?? connection ?? ''),
  run: async (spec, run) => {
    const filter = spec.userSearch ?? '(objectClass=*)'
    const { searchEntries: entries } = await withDirectory({ ...spec, url: spec.url ?? spec.host }, run, (client) =>
      client.search(spec.bindDN, { scope: 'sub', filter, sizeLimit: entriesMax, attributes: ['1.1'] }),
    )
    const found = entries.length
    return {
      pass: found > 0,
      message:
        found > 0
          ? `${found} entr${found === 1 ? 'y' : 'ies'} found`
          : `Expected ${filter} to find an entry below ${spec.bindDN}, but it found none.`,
      ...(found >= entriesMax
        ? { incomplete: { entries: `only the first ${entriesMax} were read`, count: `it ends at ${entriesMax}` } }
        : {}),
      details: { count: found, entries: entries.map(({ dn }) => dn) },
    }
  },
})
