import type { Page } from '@playwright/test'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { emptyDatabase, expect, testWithoutPage as test } from '#tests/fixtures/browser.ts'
import { inviteAndOpen, register, setUpLink } from '#tests/fixtures/identity-console.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { readLastLineNumber, getLine, getLog, readWholeLog } from '#tests/fixtures/run-page.ts'

const mara = { email: 'mara@northwind.example', password: 'kvarndamm-och-gran', first: 'Mara', last: 'Lindqvist' }
const priya = { firstName: 'Priya', lastName: 'Raman', email: 'priya@northwind.example', role: 'editor' }
const tunde = { firstName: 'Tunde', lastName: 'Okafor', email: 'tunde@northwind.example', role: 'viewer' }

const secondRunLines = 300

/** Writes each line to a file, then to its output: endlessly in the first run, `secondRunLines` lines in the second. */
const makeScript = (folder: string) => `  title: Roll the pods
  approval:
    type: any
    approvers: { people: ['${priya.email}'] }
  actions:
    - name: roll
      exec:
        script: |
          out=${folder}/first.txt
          most=1000000
          if [ -e $out ]; then out=${folder}/second.txt; most=${secondRunLines}; fi
          i=0
          while [ $i -lt $most ]; do
            let i+=1
            printf '[%s] \\033[32mpod-%s\\033[0m drained <b>&\\n' $i $i >> $out
            printf '[%s] \\033[32mpod-%s\\033[0m drained <b>&\\n' $i $i
            if [ $i -gt ${secondRunLines} ]; then sleep 0.3; else sleep 0.01; fi
          done
`

const startedSchema = z.object({ run_id: z.string() })
const toHash = (text: string) => createHash('sha256').update(text).digest('hex')
// oxlint-disable-next-line no-control-regex -- terminal escapes
const withoutColours = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '')
const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

const readTotal = async (page: Page): Promise<number> => {
  const totalText = await page.getByText(/^[\d,]+ lines?, complete$/).textContent()
  return Number((totalText ?? '').replaceAll(',', '').split(' ', 1)[0])
}

const approve = async (page: Page) => {
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve run' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('three people watch a run; a killed relay loses no line [PLAY-03,PLAY-04,PLAY-11,SHELL-13,SHELL-14]', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-run-'))
  const resources = { 'roll.yaml': playbookDocument('roll', makeScript(folder)) }
  const env = { AUTH_MODE: 'identity', DATABASE_URL: await emptyDatabase() }
  const dataDir = join(folder, 'data')
  let relay: Relay = await startRelay({ env, resources, dataDir })
  try {
    const starter = await (await browser.newContext({ baseURL: relay.url })).newPage()
    await register(starter, await setUpLink(relay), mara)
    await expect(starter.getByRole('heading', { name: 'Verify your account' })).toBeVisible()
    const approver = await inviteAndOpen(browser, starter, priya)
    const late = await inviteAndOpen(browser, starter, tunde)
    const everybody = [starter, approver, late]

    const [playbook] = z
      .array(z.object({ id: z.string() }))
      .parse(await (await starter.request.get('/api/db/playbooks?select=id&name=eq.roll')).json())
    const started = await starter.request.post('/api/playbook/run', { data: { id: playbook?.id, params: {} } })
    const runId = startedSchema.parse(await started.json()).run_id

    await test.step('the initiator sees that it waits, and why approving is not allowed', async () => {
      await starter.goto(`/playbooks/runs/${runId}`)
      await expect(starter.getByText('Waiting for approval for')).toBeVisible()
      await starter.getByRole('button', { name: 'Approve' }).hover()
      await expect(starter.getByText('You started this run. Someone else must approve it.').first()).toBeVisible()
    })

    await test.step('the approver finds it in the list and approves it, once', async () => {
      await approver.goto('/playbooks/runs')
      await expect(approver.getByText('waiting for your approval')).toBeVisible()
      await approver.getByRole('link', { name: 'Roll the pods' }).click()
      await expect(approver.getByRole('group', { name: /^2 watching: Mara Lindqvist, Priya Raman$/ })).toBeVisible()
      await approve(approver)
      for (const page of [starter, approver]) await expect(getLog(page)).toContainText('drained <b>&')
      await expect(starter.getByText('approved by Priya Raman')).toBeVisible()
    })

    await test.step('a late viewer reads from the first line and has no actions', async () => {
      await expect.poll(() => readLastLineNumber(starter)).toBeGreaterThan(160)
      await late.goto(`/playbooks/runs/${runId}`)
      await expect(getLog(late)).toBeVisible()
      await late.getByRole('log').evaluate((element) => (element.scrollTop = 0))
      await expect(getLine(late, 1)).toHaveText(/\[1\] pod-1 drained <b>&$/)
      await expect(late.getByRole('group', { name: /^3 watching/ })).toBeVisible()
      await late.getByRole('button', { name: 'Cancel run' }).hover()
      await expect(late.getByText(/^Requires playbook:cancel\./)).toBeVisible()
    })

    await test.step('the relay is killed, and the run reports it with complete output', async () => {
      const { port } = new URL(relay.url)
      await relay.stop('SIGKILL')
      for (const page of everybody) await expect(page.getByText(/^Connection lost/).first()).toBeVisible()
      relay = await startRelay({ env: { ...env, PORT: port }, resources, dataDir })
      const texts: string[] = []
      for (const page of everybody) {
        await expect(page.getByText('The relay stopped during this run')).toBeVisible()
        await expect(page.getByText(/^Failed at roll after/)).toBeVisible()
        texts.push(asText(await readWholeLog(page, await readTotal(page))))
      }
      const written = await readFile(join(folder, 'first.txt'), 'utf8')
      const whole = texts[0] ?? ''
      expect(whole.split('\n').length).toBeGreaterThan(160)
      expect(texts.map(toHash)).toEqual([toHash(whole), toHash(whole), toHash(whole)])
      expect(withoutColours(written).startsWith(whole)).toBe(true)
    })

    await test.step('a rerun completes, and all viewers have the command’s output', async () => {
      await expect(late.getByRole('button', { name: 'Run again' })).toHaveAttribute('aria-disabled', 'true')
      await starter.getByRole('button', { name: 'Run again' }).click()
      await starter.getByRole('dialog').getByRole('button', { name: 'Run again' }).click()
      await expect(starter).not.toHaveURL(new RegExp(runId))
      await expect(starter.getByText('Waiting for approval for')).toBeVisible()
      for (const page of [approver, late]) await page.goto(new URL(starter.url()).pathname)
      await approve(approver)
      for (const page of everybody) {
        await expect(page.getByText(/^Completed in/)).toBeVisible()
        await expect(page.getByText(`${secondRunLines} lines, complete`)).toBeVisible()
      }
      const written = await readFile(join(folder, 'second.txt'), 'utf8')
      for (const page of everybody) {
        expect(toHash(asText(await readWholeLog(page, secondRunLines)))).toBe(toHash(withoutColours(written)))
      }
      const href = await late.getByRole('link', { name: 'Download log' }).getAttribute('href')
      const file = await (await late.request.get(href ?? '')).text()
      expect(toHash(file)).toBe(toHash(written))
    })
  } finally {
    await relay.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
