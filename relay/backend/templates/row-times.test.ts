import { expect, test } from 'vitest'
import { markRow } from './marked-rows.ts'
import { filledRow } from './places/empty-rows.ts'
import { evaluateAll } from './template.ts'

const stored = {
  id: 'i',
  name: 'web',
  created_at: '2026-01-02T03:04:05.678901+00:00',
  updated_at: '2026-01-03 04:05:06+02',
  deleted_at: null,
  config: { created_at: '2026-01-01T00:00:00Z' },
}
const values = {
  config: filledRow('config', stored),
  check: filledRow('check', null),
  check_status: filledRow('check_status', { time: '2026-01-02T00:00:00Z' }),
  params: { item: markRow({ ...stored }), items: [markRow({ ...stored })] },
  document: stored,
}
const evaluate = async (language: 'expr' | 'template' | 'jsonPath' | 'javascript', source: string) => {
  const [outcome] = await evaluateAll([{ language, source }], values)
  return outcome?.ok === true ? outcome.value : outcome?.error.message
}

test.each([
  ['config.created_at < now()', true],
  ['now() - config.created_at > duration("1h")', true],
  ['config.created_at < config.updated_at', true],
  ['config.created_at.getFullYear()', 2026],
  ['config.updated_at == timestamp("2026-01-03T02:05:06Z")', true],
  ['timestamp(config.created_at) == config.created_at', true],
  ['config.created_at', '2026-01-02T03:04:05.678Z'],
  ['config.deleted_at == null', true],
  ['config.created_at != ""', true],
  ['string(config.created_at)', '2026-01-02T03:04:05.678Z'],
  ['"since " + config.created_at', 'since 2026-01-02T03:04:05.678Z'],
  ['config.created_at.startsWith("2026-01") && config.created_at.contains("-01-02T")', true],
  ['config.config.created_at', '2026-01-01T00:00:00Z'],
  ['check_status.time < now()', true],
  ['params.item.created_at < now() && params.items[0].created_at < now()', true],
])('the times of rows are timestamps in CEL: %s', async (source, expected) => {
  expect(await evaluate('expr', source)).toBe(expected)
})

test.each([
  ['check.created_at < now() || check.created_at > now()', false],
  ['config.deleted_at < now() || now() < config.deleted_at', false],
  ['check.created_at == ""', true],
  ['document.created_at', stored.created_at],
  ['document.created_at < now()', true],
])('an absent time is neither before nor after another, and other text stays text: %s', async (source, expected) => {
  expect(await evaluate('expr', source)).toBe(expected)
})

test.each([
  ['template', '{{.config.created_at}}'],
  ['jsonPath', '$.config.created_at'],
  ['javascript', 'config.created_at'],
] as const)('the times of rows are text in %s', async (language, source) => {
  const result = await evaluate(language, source)
  expect(Array.isArray(result) ? result[0] : result).toBe(stored.created_at)
})
