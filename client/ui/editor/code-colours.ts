import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

export const codeColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--text)' },
  { tag: [tags.content, tags.string, tags.number, tags.bool, tags.null], color: 'var(--link)' },
  { tag: [tags.punctuation, tags.separator, tags.meta, tags.keyword], color: 'var(--text-2)' },
  { tag: tags.comment, color: 'var(--text-3)' },
])
