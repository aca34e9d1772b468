import { expect, test } from 'vitest'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'
import { composeMessage } from './compose-message.ts'

const context = {
  event: 'check.failed',
  links: {
    link: '/c',
    permalink: 'https://ops.test/c',
    silenceURL: 'https://ops.test/s',
    actionURL: 'https://ops.test/a',
  },
  channel: 'slack',
}
const subject: Subject = {
  kind: 'check',
  target: {
    id: 'c1',
    name: 'front',
    type: 'http',
    namespace: 'lab',
    status: 'unhealthy',
    health: 'unhealthy',
    labels: {},
    tags: {},
    agent: null,
    row: {},
  },
  within: { config: [], component: [], check: [], canary: [] },
  above: { config: [], component: [] },
  environment: { check: { name: 'front', labels: {} } },
  runId: null,
}

test.each(['{{.check.labels.title}}', '{{if eq .check.name "back"}}down{{end}}', ' \n'])(
  'a title of %j that is empty is the usual title',
  async (title) => {
    const { title: heading, error } = await composeMessage({ id: 'r1', title, template: 'x' }, subject, context)
    expect([heading, error]).toEqual(['front fails', null])
  },
)

test('a long title ends with a whole character', async () => {
  const title = `${'x'.repeat(498)}🔥🔥`
  const { title: heading } = await composeMessage({ id: 'r1', title, template: 'x' }, subject, context)
  expect(heading).toBe(`${'x'.repeat(498)}…`)
})

test('a template that returns half of a character or NUL returns text that can be stored and sent', async () => {
  const rule = { id: 'r1', title: String.raw`{{ "a\u0000b" }}`, template: '{{ .half }}c' }
  const halved = { ...subject, environment: { half: '\ud83d' } }
  expect(await composeMessage(rule, halved, context)).toMatchObject({
    title: 'a\ufffdb',
    message: '\ufffdc',
    error: null,
  })
})
