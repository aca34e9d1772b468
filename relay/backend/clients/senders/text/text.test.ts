import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWrittenMentions, neutralizeMentions } from './mentions.ts'
import {
  escapeMarkdown,
  renderGoogleChat,
  renderHtml,
  renderPlain,
  renderSlack,
  renderTeams,
  renderTelegram,
} from './render-markdown.ts'

const message = [
  '## Reason',
  '',
  'It is **really** _down_: `GET /` said ~~200~~ <b>502</b>',
  '- see [the runbook](https://wiki.test/a?b=1&c=2)',
  '- [bad](javascript:alert(1))',
  '',
  '```',
  '**kept** & <raw>',
  '```',
].join('\n')

test('plain text has no markup', () => {
  expect(renderPlain(message)).toBe(
    [
      'Reason',
      '',
      'It is really down: GET / said 200 <b>502</b>',
      '- see the runbook (https://wiki.test/a?b=1&c=2)',
      '- [bad](javascript:alert(1))',
      '',
      '**kept** & <raw>',
    ].join('\n'),
  )
})

test('mail gets HTML, in which HTML of the message is text', () => {
  expect(renderHtml(message)).toBe(
    [
      '<h2>Reason</h2>',
      '<p>It is <strong>really</strong> <em>down</em>: <code>GET /</code> said <del>200</del> &lt;b&gt;502&lt;/b&gt;</p>',
      '<ul><li>see <a href="https://wiki.test/a?b=1&amp;c=2">the runbook</a></li><li>[bad](javascript:alert(1))</li></ul>',
      '<pre>**kept** &amp; &lt;raw&gt;</pre>',
    ].join('\n'),
  )
})

test('Slack, Google Chat, Telegram and Teams get their own markup', () => {
  const text = '# Disk\n**full** & _slow_\n* [node](https://n.test)'
  expect(renderSlack(text)).toBe('*Disk*\n*full* &amp; _slow_\n• <https://n.test|node>')
  expect(renderGoogleChat(text)).toBe('*Disk*\n*full* & _slow_\n• <https://n.test|node>')
  expect(renderTelegram(text)).toBe(
    '<b>Disk</b>\n<strong>full</strong> &amp; <em>slow</em>\n• <a href="https://n.test">node</a>',
  )
  expect(renderTeams(text)).toBe('**Disk**\n\n**full** & _slow_\n\n* [node](https://n.test)')
})

test.each([
  'snake_case_name and 2 * 3 * 4',
  'a*b*c, **unclosed, `tick, [link], <tag> and C:\\temp',
  '  indented\n\n\nlines  ',
])('text without markup is plain text already: %j', (text) => {
  expect(renderPlain(text)).toBe(text)
  expect(escapeMarkdown(text)).toBe(text)
})

const withoutBlanks = (text: string) => text.replaceAll(/^\s+$/gm, '')

test('strong emphasis, parentheses of addresses and escaped pipes of cells are read', () => {
  expect(renderHtml('a ***both*** **b**')).toBe('<p>a <strong><em>both</em></strong> <strong>b</strong></p>')
  expect(renderPlain('[wiki](https://w.test/a_(b)_(c)?q=1) and [x](https://x.test)) [o](https://o.test/(a)')).toBe(
    'wiki (https://w.test/a_(b)_(c)?q=1) and x (https://x.test)) o (https://o.test/(a)',
  )
  expect(renderPlain('| a | b |\n|---|---|\n| x\\|y | 1 |')).toBe('a | b\nx|y | 1')
})

test('code keeps its lines in Teams', () => {
  const code = '```yaml\na: 1\n# b: 2\n```'
  expect(renderTeams(`# Head\nbefore\n${code}\nafter`)).toBe(`**Head**\n\nbefore\n\n${code}\n\nafter`)
  const open = '```a\n'.repeat(50_000)
  expect(renderTeams(open)).toBe(open)
})

test('escaped text is shown as it was', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('ab1 *_`~[]()<>#-|.!\\@\n'), '&amp;', '&lt;') }),
      (text) => {
        expect(withoutBlanks(renderPlain(escapeMarkdown(text)))).toBe(withoutBlanks(text))
      },
    ),
  )
})

test('parses long lines of markers', () => {
  for (const marker of ['*', '_', '`', '[', '**', '~~', '<', '!['])
    expect(renderPlain(`x ${`${marker}a `.repeat(10_000)}`)).toContain('a')
})

test('values notify no one, while mentions of the template still do', () => {
  const written = findWrittenMentions(['{{.check.name}} fails, @channel and <!subteam^S1>'])
  expect(neutralizeMentions('@all @here fails, @channel and <!subteam^S1> <!here>', written)).toBe(
    '@\u200Ball @\u200Bhere fails, @channel and <!subteam^S1> <\u200B!here>',
  )
  expect(neutralizeMentions('ada@example.test, @room: @**all** <users/all> <at>x</at> <@&12> @everyone')).toBe(
    'ada@example.test, @\u200Broom: @\u200B**all** <\u200Busers/all> <\u200Bat>x</at> <\u200B@&12> @\u200Beveryone',
  )
})

test('a template that mentions a value notifies a person, never everyone', () => {
  const written = findWrittenMentions(['cc @{{.labels.owner}}'])
  expect(neutralizeMentions('cc @ada', written)).toBe('cc @ada')
  expect(neutralizeMentions('cc @channel', written)).toBe('cc @\u200Bchannel')
})

test.each([
  ['R&amp;D &lt;b&gt; 5 &gt; 3 &quot;x&quot; &#39;y&#39; &#x2713; &rarr;', `R&D <b> 5 > 3 "x" 'y' ✓ →`],
  ['`a &amp; b` and &unknown; & &amp', 'a &amp; b and &unknown; & &amp'],
  ['\\&amp; &amp;amp;', '&amp; &amp;'],
  ['**&lt;b&gt;** [R&amp;D](https://n.test)', '<b> R&D (https://n.test)'],
  ['&#0; &#xD800; &#9999999;', '&#0; &#xD800; &#9999999;'],
])('decodes the entities of %s', (text, plain) => {
  expect(renderPlain(text)).toBe(plain)
})

test('an entity is escaped for services that read HTML, and begins no mention', () => {
  expect(renderHtml('R&amp;D &lt;b&gt;')).toBe('<p>R&amp;D &lt;b&gt;</p>')
  expect(renderSlack('R&amp;D &lt;!here&gt;')).toBe('R&amp;D &amp;lt;!here&gt;')
  expect(renderGoogleChat('&lt;users/all&gt; &#64;all &lt;b&gt;')).toBe('&lt;users/all> &#64;all <b>')
})
