import { useState } from 'react'
import type { BackupEntry, BackupPreview } from '#shared/backup/backup-routes.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { TextDiff } from '#client/ui/editor/text-diff.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { Tag } from '#client/ui/tag.tsx'

interface ImportPreviewProps {
  readonly preview: BackupPreview
  readonly remove: ReadonlySet<string>
  readonly isImporting: boolean
  readonly onToggle: (key: string) => void
  readonly onImport: () => void
  readonly onLeave: () => void
}

const maxShownErrors = 20
const tones = {
  added: 'ok',
  changed: 'warn',
  same: 'plain',
  managed: 'plain',
  extra: 'outline',
  skipped: 'warn',
} as const
const changeLabels = {
  added: 'added',
  changed: 'changed',
  same: 'unchanged',
  managed: 'managed by a file, unchanged',
  extra: 'not in the file',
  skipped: 'skipped',
}
const orders = ['skipped', 'added', 'changed', 'extra', 'managed', 'same'] as const

export function ImportPreview({ preview, remove, isImporting, onToggle, onImport, onLeave }: ImportPreviewProps) {
  const { entries, problems: errors } = preview
  const of = (change: BackupEntry['change']) => entries.filter((entry) => entry.change === change)
  const total = of('added').length + of('changed').length + remove.size
  const skipped = of('skipped').length
  const missing = entries.reduce((sum, entry) => sum + entry.missingSecrets, 0)
  if (errors.length > 0)
    return (
      <Callout
        tone="bad"
        title={errors.length === 1 ? 'The file has an error.' : `The file has ${errors.length} errors.`}
        actions={<Button onClick={onLeave}>Close</Button>}
      >
        Fix these errors to import.
        <ul>
          {errors.slice(0, maxShownErrors).map(({ line, column, reason }) => (
            <li key={`${line} ${column} ${reason}`}>{`Line ${line}: ${reason}`}</li>
          ))}
        </ul>
        {errors.length > maxShownErrors ? `And ${errors.length - maxShownErrors} more.` : null}
      </Callout>
    )
  const facts = [
    `${formatCount(of('added').length)} to add`,
    `${formatCount(of('changed').length)} to change`,
    `${formatCount(of('same').length)} unchanged`,
    `${formatCount(remove.size)} to remove`,
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} skipped`]),
  ]
  return (
    <section className="backup-preview" aria-label="Preview">
      <p className="tabular">{facts.join(', ')}</p>
      {missing === 0 ? null : (
        <Callout
          tone="warn"
          title={missing === 1 ? 'A secret is missing.' : `${formatCount(missing)} secrets are missing.`}
        >
          The file does not contain them and this console has no stored values: enter them after the import.
        </Callout>
      )}
      <ul className="backup-entries" aria-label="Import changes">
        {orders.flatMap(of).map((entry) => (
          <Entry
            key={entry.key}
            entry={entry}
            isRemoved={remove.has(entry.key)}
            isDisabled={isImporting}
            onToggle={onToggle}
          />
        ))}
      </ul>
      <div className="backup-actions">
        <Button onClick={onLeave} disabledReason={isImporting ? 'Import in progress' : undefined}>
          Cancel
        </Button>
        <Button
          look={remove.size > 0 ? 'danger' : 'primary'}
          busy={isImporting}
          disabledReason={total === 0 ? 'The file changes nothing' : undefined}
          onClick={onImport}
        >
          {remove.size > 0 ? `Import and remove ${remove.size}` : 'Import resources'}
        </Button>
      </div>
    </section>
  )
}

interface EntryProps extends Pick<ImportPreviewProps, 'onToggle'> {
  readonly entry: BackupEntry
  readonly isRemoved: boolean
  readonly isDisabled: boolean
}

function Entry({ entry, isRemoved, isDisabled, onToggle }: EntryProps) {
  const [isOpen, setOpen] = useState(false)
  const { kind, namespace, name, change, missingSecrets, changesSecrets, before, after, key, reason } = entry
  const title = namespace === '' ? name : `${namespace}/${name}`
  return (
    <li>
      <div className="backup-entry">
        <Tag tone={isRemoved ? 'bad' : tones[change]}>{isRemoved ? 'removed' : changeLabels[change]}</Tag>
        <span className="faint">{kind}</span>
        <span className="backup-name cut" title={title}>
          {title}
        </span>
        <span className="dim">
          {[
            ...(reason === undefined ? [] : [reason]),
            ...(changesSecrets ? ['secrets changed'] : []),
            ...(missingSecrets > 0 ? [formatCount(missingSecrets, 'secret missing', 'secrets missing')] : []),
          ].join(', ')}
        </span>
        {before === undefined || after === undefined ? null : (
          <Button
            small
            look="minimal"
            aria-expanded={isOpen}
            aria-label={`Changes of ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            Changes
          </Button>
        )}
        {change === 'extra' ? (
          <Switch label={`Remove ${title}`} checked={isRemoved} disabled={isDisabled} onChange={() => onToggle(key)} />
        ) : null}
      </div>
      {isOpen && before !== undefined && after !== undefined ? (
        <TextDiff label={title} before={before} after={after} />
      ) : null}
    </li>
  )
}
