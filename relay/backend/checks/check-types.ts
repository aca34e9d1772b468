import type { CheckKinds } from './canary-spec.ts'
import { toCheckKinds } from './check-kind.ts'
import { alertmanager } from './types/alertmanager.ts'
import { catalog } from './types/catalog.ts'
import { dns } from './types/dns.ts'
import { elasticsearch, opensearch } from './types/elasticsearch.ts'
import { exec } from './types/exec.ts'
import { folder } from './types/folder.ts'
import { gitProtocol } from './types/git-protocol.ts'
import { http } from './types/http.ts'
import { icmp } from './types/icmp.ts'
import { kubernetes } from './types/kubernetes/kubernetes.ts'
import { ldap } from './types/ldap.ts'
import { mongodb } from './types/mongodb.ts'
import { mysql } from './types/mysql.ts'
import { postgres } from './types/postgres.ts'
import { prometheus } from './types/prometheus.ts'
import { redis } from './types/redis.ts'
import { smtp } from './types/smtp.ts'
import { tcp } from './types/tcp.ts'
import { unavailableTypes } from './unavailable-types.ts'

export const checkKinds: CheckKinds = {
  here: [
    ...toCheckKinds(http),
    ...toCheckKinds(tcp),
    ...toCheckKinds(dns),
    ...toCheckKinds(icmp, 'ping'),
    ...toCheckKinds(exec),
    ...toCheckKinds(folder),
    ...toCheckKinds(postgres, 'postgresql'),
    ...toCheckKinds(mysql),
    ...toCheckKinds(redis),
    ...toCheckKinds(mongodb, 'mongo'),
    ...toCheckKinds(elasticsearch),
    ...toCheckKinds(opensearch),
    ...toCheckKinds(prometheus),
    ...toCheckKinds(alertmanager, 'alertManager'),
    ...toCheckKinds(ldap),
    ...toCheckKinds(smtp, 'mail'),
    ...toCheckKinds(gitProtocol),
    ...toCheckKinds(catalog, 'configDB'),
    ...toCheckKinds(kubernetes),
  ],
  elsewhere: unavailableTypes,
}
