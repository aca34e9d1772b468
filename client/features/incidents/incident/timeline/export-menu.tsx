import { ChevronDown, Download } from '@blueprintjs/icons'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { IncidentView } from '#client/features/incidents/incident/incident-view.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Menu, MenuItem } from '#client/ui/layout/menu.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import type { ReportFormat } from './save-report.ts'

const formats: readonly { readonly format: ReportFormat; readonly name: string }[] = [
  { format: 'md', name: 'Markdown' },
  { format: 'html', name: 'HTML' },
  { format: 'json', name: 'JSON' },
]

export function ExportMenu({ view }: { readonly view: IncidentView }) {
  const save = async (format: ReportFormat) => {
    try {
      const [{ saveReport }, { withOlder }] = await Promise.all([import('./save-report.ts'), import('./read-older.ts')])
      saveReport(await withOlder(view, { namesWhoActed: hasOwnBackend() }), format)
    } catch (error) {
      showToast('error', `Export failed: ${toErrorMessage(error)}`)
    }
  }
  return (
    <span className="export-menu">
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            {formats.map(({ format, name }) => (
              <MenuItem key={format} text="Post-mortem draft" label={name} onClick={() => void save(format)} />
            ))}
          </Menu>
        }
      >
        <Button icon={<Download size={14} />} endIcon={<ChevronDown size={12} />}>
          Export
        </Button>
      </Popover>
    </span>
  )
}
