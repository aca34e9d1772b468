import type { CheckKinds } from './canary-spec.ts'
import { kindsOf } from './check-kind.ts'
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
