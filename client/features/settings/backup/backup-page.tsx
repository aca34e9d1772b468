import { useAllowed } from '#client/api/session/use-allowed.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ExportBackup } from './export-backup.tsx'
import { ImportBackup } from './import-backup.tsx'
import './backup.css'

const crumbs = [{ label: 'Settings', href: routes.settings }]

export function BackupPage() {
  const { reason: cannotRead } = useAllowed('read', 'backup')
  const { reason: cannotWrite } = useAllowed('write', 'backup')
  return (
    <Page title="Backup" crumbs={crumbs}>
      <div className="backup">
        <ExportBackup missing={cannotRead} />
        <ImportBackup missing={cannotWrite} />
      </div>
    </Page>
  )
}
