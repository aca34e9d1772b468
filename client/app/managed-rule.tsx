import { useMemo, useState } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isId } from '#shared/primitives/id.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { ManagedResourcePage } from '#client/features/settings/resources/managed-resource-page.tsx'
import type { FirstMessages } from '#client/features/notifications/rules/failing-now.tsx'
import { RulePreview } from '#client/features/notifications/rules/rule-preview.tsx'
import { notifyFailing } from '#client/features/notifications/rules/rules-api.ts'
import { checkRuleSpec, ruleJsonSchema } from '#client/features/notifications/rules/rule-spec-check.ts'
import { RuleSpecForm } from '#client/features/notifications/rules/rule-spec-form.tsx'
import { toPreviewedRule } from '#client/features/notifications/rules/rule-spec-values.ts'
import type { OwnParts } from '#client/features/settings/resources/own-parts.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { setInYaml } from '#client/ui/editor/edit-yaml.ts'

const sendFirst = async (id: string) => {
  try {
    const { events } = await notifyFailing(id)
    showToast('success', `${formatCount(events, 'event')} queued for this rule.`)
  } catch (error) {
    showToast('error', `Nothing was sent for what already fails: ${toErrorMessage(error)}`)
  }
}

const own = (savedId: string | null, first: FirstMessages): OwnParts => ({
  spec: { schema: ruleJsonSchema, check: checkRuleSpec },
  form: RuleSpecForm,
  onCreated: (id) => {
    if (first.isWanted) void sendFirst(id)
  },
  renderPreview: (name, { text, value, disabled, onChange }) =>
    hasOwnBackend() ? (
      <RulePreview
        rule={{ ...toPreviewedRule(name, value), id: savedId }}
        savedId={savedId}
        first={first}
        onFilter={disabled ? undefined : (filter) => onChange(setInYaml(text, ['filter'], filter))}
      />
    ) : null,
})

export function ManagedRule({ id }: { readonly id: string }) {
  const [isWanted, onChange] = useState(false)
  const parts = useMemo(() => own(isId(id) ? id : null, { isWanted, onChange }), [id, isWanted])
  return <ManagedResourcePage table="notifications" id={id} own={parts} />
}
