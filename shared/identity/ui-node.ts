import { z } from 'zod'
import { scalar } from '#shared/primitives/document-scalars.ts'

const orEmpty = <T>(items: readonly T[] | null | undefined): readonly T[] => items ?? []

const uiTextSchema = z.object({
  id: z.number(),
  text: z.string(),
  type: z.enum(['info', 'error', 'success']).catch('info'),
  context: z.record(z.string(), z.unknown()).nullish().catch(undefined),
})
export type UiText = z.infer<typeof uiTextSchema>

const textsSchema = z.array(uiTextSchema).nullish().transform(orEmpty)

const common = {
  group: z.string(),
  messages: textsSchema,
  meta: z
    .object({ label: uiTextSchema.optional().catch(undefined) })
    .nullish()
    .transform((meta) => meta ?? {}),
}

const inputSchema = z.object({
  ...common,
  type: z.literal('input'),
  attributes: z.object({
    name: z.string(),
    type: z.string(),
    value: scalar.nullish().catch(undefined),
    required: z.boolean().nullish(),
    disabled: z.boolean().nullish(),
    autocomplete: z.string().nullish(),
    pattern: z.string().nullish(),
    maxlength: z.number().nullish(),
    options: z.array(z.object({ value: z.union([z.string(), z.number()]) })).nullish(),
    onclickTrigger: z.string().nullish(),
  }),
})

const textSchema = z.object({
  ...common,
  type: z.literal('text'),
  attributes: z.object({ id: z.string(), text: uiTextSchema }),
})

const imageSchema = z.object({
  ...common,
  type: z.literal('img'),
  attributes: z.object({ id: z.string().nullish(), src: z.string(), width: z.number(), height: z.number() }),
})

const linkSchema = z.object({
  ...common,
  type: z.literal('a'),
  attributes: z.object({ id: z.string(), href: z.string(), title: uiTextSchema }),
})

/** Scripts and unknown types. Security: a remote script is never run. */
const otherSchema = z
  .object({ ...common, type: z.string() })
  .transform((node) => ({ ...node, type: 'other' as const, attributes: {} }))

const uiNodeSchema = z.union([inputSchema, textSchema, imageSchema, linkSchema, otherSchema])
export type UiNode = z.infer<typeof uiNodeSchema>
export type InputNode = z.infer<typeof inputSchema>
export type TextNode = z.infer<typeof textSchema>

export const uiSchema = z.object({
  action: z.string(),
  method: z.string(),
  nodes: z.array(uiNodeSchema),
  messages: textsSchema,
})

export const nodeKey = (node: UiNode): string => {
  if (node.type === 'input') return `${node.attributes.name} ${String(node.attributes.value ?? '')}`
  if (node.type === 'other') return `${node.group} ${node.meta.label?.id ?? ''}`
  return `${node.type} ${node.attributes.id ?? ''}`
}
