import { useMachine } from '@xstate/react'
import { useRef } from 'react'
import { fromPromise } from 'xstate'
import type { BackupPreview } from '#shared/backup/backup-routes.ts'
import { backupImportMachine, type Imported, type ImportRequest } from '#machines/settings/backup-import-machine.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { importFile, previewImport, readFile } from './backup-api.ts'
import { ImportPreview } from './import-preview.tsx'

const machine = backupImportMachine.provide({
  actors: {
    preview: fromPromise<BackupPreview, ImportRequest>(({ input }) => previewImport(input)),
    import: fromPromise<Imported, ImportRequest>(({ input }) => importFile(input)),
  },
})

interface FileFieldProps {
  readonly name: string | undefined
  readonly isDisabled: boolean
  readonly missing: string | undefined
  readonly onChoose: (file: File | undefined) => void
}

function FileField({ name, isDisabled, missing, onChoose }: FileFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <Field label="File" help="YAML, up to 5 MB">
      {({ id, describedBy }) => (
        <div className="backup-file">
          <input
            ref={chooser}
            id={id}
            aria-describedby={describedBy}
            className="backup-chooser"
            type="file"
            accept=".yaml,.yml,text/yaml,application/yaml"
            disabled={isDisabled}
            onChange={(event) => {
              const { currentTarget } = event
              onChoose(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
          <Button disabledReason={missing} onClick={() => chooser.current?.click()}>
            Choose file
          </Button>
          <span className={name === undefined ? 'faint cut' : 'cut'}>{name ?? 'No file chosen'}</span>
        </div>
      )}
    </Field>
  )
}

export function ImportBackup({ missing }: { readonly missing: string | undefined }) {
  const [state, send] = useMachine(machine)
  const { file, passphrase, preview, remove, imported, error } = state.context
  const isBusy = state.hasTag('busy')
  const choose = async (chosenFile: File | undefined) => {
    if (chosenFile === undefined) return
    try {
      send({ type: 'file.choose', file: await readFile(chosenFile) })
    } catch (failure) {
      send({ type: 'file.refuse', error: failure instanceof Error ? failure : new Error(String(failure)) })
    }
  }
  return (
    <section className="backup-part" aria-labelledby="backup-import">
      <h2 id="backup-import">Import</h2>
      <p className="dim">Previews what a file would add and change. Nothing is removed unless you select it.</p>
      <div className="backup-fields">
        <FileField
          name={file?.name}
          isDisabled={isBusy || missing !== undefined}
          missing={missing}
          onChoose={(chosenFile) => void choose(chosenFile)}
        />
        <Field label="Passphrase" help="Required if the file’s secrets are encrypted">
          {({ id, describedBy }) => (
            <input
              id={id}
              aria-describedby={describedBy}
              className="bp6-input"
              type="password"
              autoComplete="off"
              value={passphrase}
              disabled={isBusy}
              onChange={(event) => send({ type: 'passphrase.type', passphrase: event.currentTarget.value })}
              onKeyDown={(event) => (event.key === 'Enter' ? send({ type: 'preview.ask' }) : undefined)}
            />
          )}
        </Field>
      </div>
      {file === null || state.matches('deciding') || state.matches('importing') ? null : (
        <div>
          <Button busy={isBusy} onClick={() => send({ type: 'preview.ask' })}>
            Preview import
          </Button>
        </div>
      )}
      {error === null ? null : <ErrorPanel error={error} detailsHidden />}
      {preview === null || file === null ? null : (
        <ImportPreview
          preview={preview}
          remove={remove}
          isImporting={state.matches('importing')}
          onToggle={(key) => send({ type: 'removal.toggle', key })}
          onImport={() => send({ type: 'import.start' })}
          onLeave={() => send({ type: 'import.leave' })}
        />
      )}
      {imported === null ? null : (
        <Callout tone="info" title="Imported.">
          {`${imported.added} added, ${imported.changed} changed, ${imported.removed} removed.`}
        </Callout>
      )}
    </section>
  )
}
