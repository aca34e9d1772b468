import type { CheckKinds } from './canary-spec.ts'
import type { CheckKind } from './check-kind.ts'
import type { CheckType } from './check-type.ts'
import { specIssues } from './spec-issues.ts'
import { alertmanager } from './types/alertmanager.ts'
import { dns } from './types/dns.ts'
import { elasticsearch, opensearch } from './types/elasticsearch.ts'
import { exec } from './types/exec.ts'
import { folder } from './types/folder.ts'
import { gitProtocol } from './types/git-protocol.ts'
import { http } from './types/http.ts'
import { icmp } from './types/icmp.ts'
import { ldap } from './types/ldap.ts'
import { mongodb } from './types/mongodb.ts'
import { mysql } from './types/mysql.ts'
import { postgres } from './types/postgres.ts'
import { prometheus } from './types/prometheus.ts'
import { redis } from './types/redis.ts'
import { smtp } from './types/smtp.ts'
import { tcp } from './types/tcp.ts'
import { unavailableTypes } from './unavailable-types.ts'

/** A check type as a kind, under its own key and the other names that documents use for it (contract 7.2). */
const kindsOf = <Spec>(type: CheckType<Spec>, ...aliases: string[]): CheckKind[] =>
  [type.key, ...aliases].map((key) => ({
    key,
    read: (raw) => {
      const value = withoutEmpty(raw)
      const read = type.spec.safeParse(value)
      if (!read.success) return { issues: specIssues(type.spec, read.error, value) }
      const spec = read.data
      return { check: { endpoint: type.endpointOf(spec), run: async (context) => type.run(spec, context) } }
    },
  }))

/** Forms and YAML write nothing and `''` for a field that is not given; both are left out. */
const withoutEmpty = (raw: unknown): unknown =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? Object.fromEntries(
        Object.entries(raw)
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]): [string, unknown] => [name, name === 'filter' ? withoutEmpty(value) : value]),
      )
    : raw

/** Every kind of check that this console knows: those that run here, and why the others cannot. */
export const checkKinds: CheckKinds = {
  here: [
    ...kindsOf(http),
    ...kindsOf(tcp),
    ...kindsOf(dns),
    ...kindsOf(icmp, 'ping'),
    ...kindsOf(exec),
    ...kindsOf(folder),
    ...kindsOf(postgres, 'postgresql'),
    ...kindsOf(mysql),
    ...kindsOf(redis),
    ...kindsOf(mongodb, 'mongo'),
    ...kindsOf(elasticsearch),
    ...kindsOf(opensearch),
    ...kindsOf(prometheus),
    ...kindsOf(alertmanager, 'alertManager'),
    ...kindsOf(ldap),
    ...kindsOf(smtp, 'mail'),
    ...kindsOf(gitProtocol),
  ],
  elsewhere: unavailableTypes,
}
