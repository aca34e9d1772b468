import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { runCheck } from '#client/domain/health/run-check.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { createCheck, parseCheckUrl } from './add-check.ts'

const schema = z.object({
  url: z.string().refine((text) => parseCheckUrl(text) !== null, 'Enter an address, for example https://example.com'),
})
const initial = { url: '' }
const listedMax = 5

const describe = (check: CheckRow): string => {
  if (check.lastRuntime === null) return 'waiting for the first result'
  const latency = check.recentMs.at(-1) ?? null
  if (toCheckState(check) === 'healthy') return latency === null ? 'healthy' : `healthy in ${latency} ms`
  return check.message || 'no result'
}

function Result({ check, isNew }: { readonly check: CheckRow; readonly isNew: boolean }) {
  const { id, name, lastRuntime } = check
  const runsFirst = isNew && lastRuntime === null
  useEffect(() => {
    // Its schedule repeats a run that fails to start.
    if (runsFirst) void runCheck(id).catch(() => undefined)
  }, [runsFirst, id])
  return (
    <li>
      <StateMark state={lastRuntime === null ? 'running' : toCheckState(check)} label="" />
      <Link href={checkHref(id)}>{name}</Link>
      <span className="cut dim">{describe(check)}</span>
    </li>
  )
}

export function AddCheckStep({ checks }: { readonly checks: readonly CheckRow[] }) {
  const personId = useSession()?.user.id ?? ''
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { form, isSaving, error, submit } = useEditForm({
    schema,
    initial,
    save: async ({ url: text }) => {
      const url = parseCheckUrl(text)
      return url === null ? null : createCheck(url, new Set(checks.map(({ canaryName }) => canaryName)), personId)
    },
    onSaved: (id) => {
      if (id !== null) setAdded(new Set([...added, id]))
      form.reset(initial)
    },
  })
  return (
    <>
      <form
        className="first-steps-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          control={form.control}
          name="url"
          label="Address to check every 30 seconds"
          placeholder="https://example.com"
          inputMode="url"
          spellCheck={false}
        />
        <Button look="primary" type="submit" busy={isSaving}>
          Add check
        </Button>
      </form>
      {error === null ? null : <ErrorPanel error={error} />}
      {checks.length === 0 ? null : (
        <ul className="first-steps-results" aria-label="Your checks" aria-live="polite">
          {checks.slice(0, listedMax).map((check) => (
            <Result key={check.id} check={check} isNew={added.has(check.canaryId)} />
          ))}
        </ul>
      )}
    </>
  )
}
