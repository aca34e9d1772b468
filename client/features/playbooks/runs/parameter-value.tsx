import type { RunParameter } from '#shared/playbooks/run-part.ts'
import { isNamedKind, ResourceName } from '#client/domain/resources/resource-name.tsx'

export function ParameterValue({ value, secret, type }: RunParameter) {
  if (secret) return <span title="Secret: never sent to the browser">••••••••</span>
  if (value === null) return <span className="faint">–</span>
  if (isNamedKind(type)) return <ResourceName kind={type} id={value} isLink />
  return <code className="run-value">{value}</code>
}
