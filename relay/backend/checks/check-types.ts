import type { CheckKinds } from './canary-spec.ts'
import type { CheckKind } from './check-kind.ts'
import type { CheckType } from './check-type.ts'
import { specIssues } from './spec-issues.ts'
import { dns } from './types/dns.ts'
import { exec } from './types/exec.ts'
import { folder } from './types/folder.ts'
import { http } from './types/http.ts'
import { icmp } from './types/icmp.ts'
import { tcp } from './types/tcp.ts'
import { unavailableTypes } from './unavailable-types.ts'

/** A check type as a kind, under its own key and the other names that documents use for it (contract 7.2). */
const kindsOf = <Spec>(type: CheckType<Spec>, ...aliases: string[]): CheckKind[] =>
  [type.key, ...aliases].map((key) => ({
    key,
    read: (raw) => {
      const read = type.spec.safeParse(raw)
      if (!read.success) return { issues: specIssues(type.spec, read.error, raw) }
      const spec = read.data
      return { check: { endpoint: type.endpointOf(spec), run: async (context) => type.run(spec, context) } }
    },
  }))

/** Every kind of check that this console knows: those that run here, and why the others cannot. */
export const checkKinds: CheckKinds = {
  here: [
    ...kindsOf(http),
    ...kindsOf(tcp),
    ...kindsOf(dns),
    ...kindsOf(icmp, 'ping'),
    ...kindsOf(exec),
    ...kindsOf(folder),
  ],
  elsewhere: unavailableTypes,
}
