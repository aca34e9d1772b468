import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import type { Extension } from '@codemirror/state'

export const toLanguage = (language: 'json' | 'text' | 'yaml'): Extension =>
  language === 'json' ? json() : language === 'yaml' ? yaml() : []
