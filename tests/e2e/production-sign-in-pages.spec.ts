import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { routes } from '#client/lib/address/routes.ts'
import { field } from '#tests/fixtures/identity-console.ts'
import { expect, test } from '#tests/fixtures/production-identity.ts'

const olderFolder = fileURLToPath(new URL('../fixtures/recorded/kratos/v1.3.1/', import.meta.url))
/** Recordings that differ in the older version; all others are shared. */
const older = new Set(readdirSync(olderFolder).map((file) => file.replace(/\.json$/, '')))
const selectRecording = (version: string) => (name: string) =>
  version === 'v1.3.1' && older.has(name) ? `v1.3.1/${name}` : name

for (const version of ['v26.2.0', 'v1.3.1'])
  test.describe(`the identity service ${version}`, () => {
    const named = selectRecording(version)

    for (const [address, recording, shown] of [
      [routes.login, 'login-init', 'identifier'],
      [routes.login, 'login-identifier-first-init', 'identifier'],
      [routes.registration, 'registration-one-step-init', 'traits.email'],
      [routes.registration, 'registration-two-steps-init', 'traits.email'],
      [routes.recovery, 'recovery-init', 'email'],
      [routes.verification, 'verification-init', 'email'],
    ] as const)
      test(`${recording} is a form on ${address}`, async ({ page, service }) => {
        service.play(named(recording))
        await page.goto(address)
        await expect(field(page, shown)).toBeVisible()
        await expect(
          page.getByText(/sent an unknown response|Unexpected response format|responded with status|returned error/),
        ).toHaveCount(0)
      })

    test('shows the message of a stored error on the error page', async ({ page, service }) => {
      service.play(named('error-stored'))
      await page.goto(`${routes.error}?id=00000000-0000-4000-8000-000000000001`)
      await expect(page.getByText(/self_service_flow_return_to_forbidden/)).toBeVisible()
    })

    test('a user with a session has a profile and devices', async ({ page, context, relay, service }) => {
      service.play(named('whoami'), named('sessions'), named('settings-init'))
      await context.addCookies([{ name: 'ory_kratos_session', value: 'x', url: relay.url }])
      await page.goto(routes.profile)
      await expect(field(page, 'traits.email')).toHaveValue('mara@northwind.example')
      await expect(
        page.getByText(/Could not load|could not be loaded|sent an unknown response|Unexpected response format/),
      ).toHaveCount(0)
    })
  })
