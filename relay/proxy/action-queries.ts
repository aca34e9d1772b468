import { forbidden } from '#relay/errors/http-error.ts'
import { addressParts } from '#relay/proxy/address-parts.ts'

/** `result` can only be selected whole: the response filter must find its `error`. */
const plainColumns =
  'id|name|playbook_run_id|status|scheduled_time|start_time|end_time|retry_count|agent_id|is_pushed|error'
const selected = `(?:\\w+:)?(?:\\*|${plainColumns}|result|agent|artifacts|artifacts(?:!\\w+)?\\([\\w,*]*\\))`
const ordered = `(?:${plainColumns})(?:\\.(?:asc|desc|nullsfirst|nullslast))*`
const listPattern = (item: string) => new RegExp(`^${item}(?:,${item})*$`)
const parameters: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^select$/, listPattern(selected)],
  [/^order$/, listPattern(ordered)],
  [/^(?:limit|offset)$/, /^\d+$/],
  [new RegExp(`^(?:run_id|${plainColumns})$`), /^/],
]

const leadsToActions = /(?<![!\w])(?:playbook_run_actions|\w+_fkey|(?:playbook_run_)?action_id)(?:!\w+)*\(/
const actionRelation = /^\/api\/db\/(?:rpc\/)?(?:get_)?playbook_run_actions(?!\w)/

export const isActionQuery = (address: string): boolean => actionRelation.test(addressParts(address).path)

const queryRejected = forbidden(
  'Actions of playbook runs can’t be queried this way.',
  'Select columns of playbook_run_actions itself, without paths, casts, or filters on result.',
)

/**
 * The `error` in the result of an action contains the environment of the backend process. It is removed from whole
 * results only, so queries for parts of it must be rejected.
 */
export const assertPlainActions = (address: string): void => {
  const { path, query } = addressParts(address)
  if (!path.startsWith('/api/db/')) return
  const isPlain = actionRelation.test(path)
    ? [...query].every(([name, value]) =>
        parameters.some(([known, allowed]) => known.test(name) && allowed.test(value)),
      )
    : ![...query].some(([, value]) => leadsToActions.test(value.replaceAll(/["\\\s]/g, '')))
  if (!isPlain) throw queryRejected
}
