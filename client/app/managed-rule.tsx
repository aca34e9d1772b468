import { ManagedResourcePage } from '#client/features/settings/resources/managed-resource-page.tsx'
import { RulePreview } from '#client/features/notifications/rules/rule-preview.tsx'
import { checkRuleSpec, ruleJsonSchema } from '#client/features/notifications/rules/rule-spec-check.ts'
import { RuleSpecForm } from '#client/features/notifications/rules/rule-spec-form.tsx'
import { toPreviewedRule } from '#client/features/notifications/rules/rule-spec-values.ts'
import type { SpecView } from '#client/domain/resources/spec-view.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { setInYaml } from '#client/ui/editor/edit-yaml.ts'

const own = {
  spec: { schema: ruleJsonSchema, check: checkRuleSpec },
  form: RuleSpecForm,
  renderPreview: (name: string, { text, value, disabled, onChange }: SpecView) =>
    hasOwnBackend() ? (
      <RulePreview
        rule={toPreviewedRule(name, value)}
        onFilter={disabled ? undefined : (filter) => onChange(setInYaml(text, ['filter'], filter))}
      />
    ) : null,
}

export function ManagedRule({ id }: { readonly id: string }) {
  return <ManagedResourcePage table="notifications" id={id} own={own} />
}
