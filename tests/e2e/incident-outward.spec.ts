import { startMailServer } from '#relay/testing/mail-server.ts'
import { expect, test as base } from '#tests/fixtures/browser.ts'
import { oncePerWorker } from '#tests/fixtures/worker-values.ts'

type Mail = Awaited<ReturnType<typeof startMailServer>>

const test = base.extend<{ mail: Mail }>({
  mail: oncePerWorker(
    () => startMailServer(),
    (mail) => mail.stop(),
  ),
  relayOptions: ({ mail }, provide) => provide({ env: { SMTP_URL: mail.url } }),
})

test('sends a request by email to an external person, and keeps failed recipients with the reason', async ({
  page,
  mail,
}) => {
  await page.goto('/incidents')
  await page.getByRole('button', { name: 'New incident' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Cards fail')
  await dialog.getByLabel('Severity').selectOption('Medium')
  await dialog.getByLabel('Type').selectOption('availability')
  await dialog.getByRole('button', { name: 'Create incident' }).click()
  const outside = page.getByRole('region', { name: 'External responders' })
  await expect(outside.getByText('No requests sent by email, Slack or Jira.')).toBeVisible()

  await outside.getByRole('button', { name: 'Request external help' }).click()
  await outside.getByLabel('Email address').fill('ann@example.org')
  await outside.getByLabel('Request', { exact: true }).fill('Is the acquirer down?')
  await outside.getByRole('button', { name: 'Send request' }).click()
  const ann = outside.getByRole('listitem', { name: 'ann@example.org' })
  await expect(ann).toContainText(/email.*requested/)
  await expect.poll(() => mail.received.join('\n')).toContain('Is the acquirer down?')
  expect(mail.received).toContain('RCPT TO:<ann@example.org>')

  await outside.getByRole('button', { name: 'Request external help' }).click()
  await outside.getByLabel('Channel type').selectOption('Slack')
  await outside.getByLabel('Channel', { exact: true }).fill('#payments')
  await outside.getByLabel('Connection').fill('nowhere')
  await outside.getByRole('button', { name: 'Send request' }).click()
  const slack = outside.getByRole('listitem', { name: '#payments' })
  await expect(slack).toContainText(/rejected.*Connection nowhere not found\./)
  await slack.getByRole('button', { name: 'Remove #payments' }).click()
  await expect(slack).toHaveCount(0)
})
