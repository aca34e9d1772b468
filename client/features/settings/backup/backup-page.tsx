import { useAllowed } from '#client/api/session/use-allowed.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { Page } from '#client/ui/layout/page.tsx'
import { ExportBackup } from './export-backup.tsx'
import { ImportBackup } from './import-backup.tsx'
import './backup.css'

export function BackupPage() {
  const { reason: cannotRead } = useAllowed('read', 'backup')
  const { reason: cannotWrite } = useAllowed('write', 'backup')
  return (
    <Page title="Backup" crumbs={settingsCrumbs}>
      <div className="backup">
        <ExportBackup missing={cannotRead} />
        <ImportBackup missing={cannotWrite} />
      </div>
    </Page>
  )
}
