import { jsonLanguage } from '@codemirror/lang-json'
import { yamlLanguage } from '@codemirror/lang-yaml'
import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { findLinePath } from './document-path.ts'

const document = {
  metadata: { labels: { 'app.kubernetes.io/name': 'shop', "it's": 1 } },
  spec: { containers: [{ image: 'a' }, { image: 'b', ports: [80, 443] }] },
}

const pathAt = (language: typeof jsonLanguage, text: string, words: string) => {
  const lines = text.split('\n')
  return findLinePath(
    language.parser.parse(text),
    Text.of(lines),
    lines.findLastIndex((line) => line.includes(words)) + 1,
  )
}

test.each([
  ['YAML', yamlLanguage, stringify(document)],
  ['JSON', jsonLanguage, JSON.stringify(document, null, 2)],
])('finds the path of a line of %s', (_name, language, text) => {
  expect(pathAt(language, text, 'kubernetes.io')).toBe("$.metadata.labels['app.kubernetes.io/name']")
  expect(pathAt(language, text, "it's")).toBe(String.raw`$.metadata.labels['it\'s']`)
  expect(pathAt(language, text, 'image')).toBe('$.spec.containers[1].image')
  expect(pathAt(language, text, '443')).toBe('$.spec.containers[1].ports[1]')
  expect(pathAt(language, text, 'spec')).toBe('$.spec')
})
