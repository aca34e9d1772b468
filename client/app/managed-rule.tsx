import { useMemo } from 'react'
import { isId } from '#shared/primitives/id.ts'
import { ManagedResourcePage } from '#client/features/settings/resources/managed-resource-page.tsx'
import { RulePreview } from '#client/features/notifications/rules/rule-preview.tsx'
import { checkRuleSpec, ruleJsonSchema } from '#client/features/notifications/rules/rule-spec-check.ts'
import { RuleSpecForm } from '#client/features/notifications/rules/rule-spec-form.tsx'
import { toPreviewedRule } from '#client/features/notifications/rules/rule-spec-values.ts'
import type { OwnParts } from '#client/features/settings/resources/own-parts.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { setInYaml } from '#client/ui/editor/edit-yaml.ts'

const own = (savedId: string | null): OwnParts => ({
  spec: { schema: ruleJsonSchema, check: checkRuleSpec },
  form: RuleSpecForm,
  renderPreview: (name, { text, value, disabled, onChange }) =>
    hasOwnBackend() ? (
      <RulePreview
        rule={{ ...toPreviewedRule(name, value), id: savedId }}
        savedId={savedId}
        onFilter={disabled ? undefined : (filter) => onChange(setInYaml(text, ['filter'], filter))}
      />
    ) : null,
})

export function ManagedRule({ id }: { readonly id: string }) {
  const parts = useMemo(() => own(isId(id) ? id : null), [id])
  return <ManagedResourcePage table="notifications" id={id} own={parts} />
}
