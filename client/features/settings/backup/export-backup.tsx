import { useState } from 'react'
import { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { EditForm } from '#client/ui/form/edit-form.tsx'
import { FormField } from '#client/ui/form/form-field.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useEditForm } from '#client/ui/form/use-edit-form.ts'
import { saveBackup } from './backup-api.ts'

const exportSchema = z
  .object({ secrets: z.enum(['left out', 'encrypted']), passphrase: z.string(), again: z.string() })
  .superRefine(({ secrets, passphrase, again }, check) => {
    if (secrets === 'left out') return
    if (passphrase.length < 12)
      check.addIssue({ code: 'custom', path: ['passphrase'], message: 'A passphrase needs at least 12 characters.' })
    else if (passphrase !== again)
      check.addIssue({ code: 'custom', path: ['again'], message: 'The passphrases do not match.' })
  })
const initial: z.infer<typeof exportSchema> = { secrets: 'left out', passphrase: '', again: '' }
const secretsOptions = [
  { value: 'left out', label: 'Leave out' },
  { value: 'encrypted', label: 'Encrypt' },
] as const
const helps = {
  'left out': 'Secrets are exported as ***. Importing the file over the same resources leaves their secrets unchanged.',
  encrypted: 'Encrypted with a passphrase that is not stored: without it the file imports no secrets.',
}

export function ExportBackup({ missing }: { readonly missing: string | undefined }) {
  const [leftOut, setLeftOut] = useState<Awaited<ReturnType<typeof saveBackup>>['leftOut']>([])
  const { form, isSaving, error, submit, giveUp } = useEditForm({
    schema: exportSchema,
    initial,
    canSave: () => missing === undefined,
    save: ({ secrets, passphrase }) => saveBackup(secrets === 'encrypted' ? passphrase : ''),
    onSaved: ({ count, leftOut: missed }) => {
      setLeftOut(missed)
      showToast('success', `${formatCount(count, 'resource')} exported`)
      giveUp()
    },
  })
  const secrets = form.watch('secrets')
  return (
    <section className="backup-part" aria-labelledby="backup-export">
      <h2 id="backup-export">Export</h2>
      <p className="dim">
        Connections, teams with their members and on-call rotations, log backends, scrapers, health checks, topologies,
        playbooks, incident rules, notification rules and their silences, and permissions as YAML documents, as{' '}
        <code>RESOURCES_DIR</code> reads them. Results, runs and people are not included.
      </p>
      <EditForm label="Export" className="backup-form" isSaving={isSaving} onSubmit={submit}>
        <FormField control={form.control} name="secrets" label="Secrets" help={helps[secrets]}>
          {({ value, onChange }) => (
            <Segmented label="Secrets" value={value} options={secretsOptions} onChange={onChange} />
          )}
        </FormField>
        {secrets === 'encrypted' ? (
          <div className="backup-fields">
            <TextField control={form.control} name="passphrase" label="Passphrase" type="password" />
            <TextField control={form.control} name="again" label="Repeat passphrase" type="password" />
          </div>
        ) : null}
        <div>
          <Button look="primary" busy={isSaving} disabledReason={missing} onClick={submit}>
            Export resources
          </Button>
        </div>
      </EditForm>
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
      {leftOut.length === 0 ? null : (
        <Callout tone="warn" title={`${formatCount(leftOut.length, 'resource')} left out of the file.`}>
          <ul>
            {leftOut.map(({ key, reason }) => (
              <li key={`${key} ${reason}`}>{`${key}: ${reason}`}</li>
            ))}
          </ul>
        </Callout>
      )}
    </section>
  )
}
