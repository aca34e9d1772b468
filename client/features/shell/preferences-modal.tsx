import { Modal } from '#client/ui/layout/modal.tsx'
import { PreferencesForm } from './preferences-form.tsx'

export function PreferencesModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Preferences" size="small" onClose={onClose}>
      <PreferencesForm />
    </Modal>
  )
}
