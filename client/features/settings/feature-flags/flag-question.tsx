import { knownFeatures } from '#shared/settings/known-features.ts'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { deleteProperty, saveProperty } from './flags-api.ts'
import { hasRow, type Flag } from './list-flags.ts'

interface FlagQuestionProps {
  readonly act: 'off' | 'delete'
  readonly flag: Flag
  readonly by: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const featureLabel = (feature: string) => knownFeatures.get(feature) ?? feature

function DisabledFeatures({ flag: { feature, takesAlong } }: { readonly flag: Flag }) {
  if (feature === null) return null
  return (
    <>
      <p>
        <b>{featureLabel(feature)}</b> is hidden for all users, including open tabs.
      </p>
      {takesAlong === null ? null : (
        <p>
          <code>{takesAlong}</code> depends on it: <b>{featureLabel(takesAlong)}</b> is turned off too, including its
          wall displays.
        </p>
      )}
      <p>The feature is only hidden: nothing is stopped or deleted.</p>
    </>
  )
}

export function FlagQuestion({ act, flag, by, onDone, onClose }: FlagQuestionProps) {
  const { property, feature, takesAlong } = flag
  if (act === 'delete')
    return (
      <ConfirmDialog
        title={`Delete ${property}?`}
        confirmLabel="Delete feature flag"
        onConfirm={async () => {
          await deleteProperty(property)
          showToast('success', 'Feature flag deleted successfully')
          onDone()
        }}
        onClose={onClose}
      >
        {feature === null ? 'The default value applies again.' : `Without it, ${featureLabel(feature)} is shown.`}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`Turn off ${feature ?? property}?`}
      confirmLabel={takesAlong === null ? 'Turn off' : 'Turn off both'}
      onConfirm={async () => {
        await saveProperty({ name: property, value: 'true' }, by, !hasRow(flag))
        showToast('success', 'Feature flag updated successfully')
        onDone()
      }}
      onClose={onClose}
    >
      <DisabledFeatures flag={flag} />
    </ConfirmDialog>
  )
}
