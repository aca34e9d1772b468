import { asRole } from '#tests/fixtures/as-role.ts'
import { expect, test } from '#tests/fixtures/browser.ts'
import { holdRequests } from '#tests/fixtures/hold-requests.ts'
import { playbookDocument } from '#tests/fixtures/playbook-runs.ts'
import { getLine } from '#tests/fixtures/run-page.ts'

const roll = `  title: Roll the pods
  description: Batch by batch
  category: Mitigate
  parameters:
    - { name: reason, label: Reason, required: true, properties: { minLength: 3, maxLength: 20, regex: '^INC' } }
    - { name: batch, label: Pods per batch, default: 2, properties: { format: number, min: 1, max: 6 } }
    - { name: memory, label: Memory, type: bytes, default: 256Mi }
    - { name: cpu, label: CPU limit, default: 500m, properties: { format: millicores } }
    - { name: host, label: Probe host, properties: { format: dns1123 } }
    - { name: token, label: Registry token, type: secret }
    - { name: extra, label: Extra annotations, type: code, properties: { size: large } }
  actions:
    - name: roll
      exec:
        script: echo roll $(.params.batch) $(.params.memory) for $(.params.reason) with $(.params.token)
`
const unreachable = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: edge
spec:
  schedule: '@every 1h'
  http: [{ name: edge gateway, url: 'http://127.0.0.1:9/' }]
`
const plain = `  title: Flush caches
  category: Edge
  actions:
    - name: flush
      exec: { script: echo flushed }
`
const targeted = `  title: Restart the check
  category: Edge
  checks: [{}]
  actions:
    - name: restart
      exec: { script: echo restarted }
`

const stubborn = `  title: Drain the node
  category: Edge
  actions:
    - name: drain
      exec:
        script: |
          trap '' TERM
          (while true; do sleep 1; done) &
          echo "processes $$ $!"
          echo "the node does not answer" >&2
          wait
`
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.use({
  // One run is rejected on purpose.
  expectedConsole: [/400 \(Bad Request\)/],
  relayOptions: {
    resources: {
      'roll.yaml': playbookDocument('roll', roll),
      'flush.yaml': playbookDocument('flush', plain),
      'drain.yaml': playbookDocument('drain', stubborn),
      'edge.yaml': unreachable,
      'restart.yaml': playbookDocument('restart', targeted),
    },
  },
})

test('runs a playbook from its card: parameters, validation, preview, run and cancel [PLAY-01,PLAY-05,PLAY-08,PLAY-09,PLAY-12,PLAY-13,PLAY-14,PLAY-15,PLAY-16,PLAY-17,PLAY-18,PLAY-19,PLAY-20,PLAY-21,PLAY-22,PLAY-24,PLAY-25,PLAY-26,PLAY-27,PLAY-28,PLAY-29,PLAY-30,PLAY-31,PLAY-32,PLAY-33,PLAY-34,SHELL-12]', async ({
  page,
}) => {
  test.slow()
  let mediumWidth = 0
  await page.goto('/playbooks')
  const dialog = page.getByRole('dialog', { name: 'Run Playbook' })
  const run = dialog.getByRole('button', { name: 'Run playbook' })
  const field = (label: string) => dialog.getByLabel(label, { exact: true })

  await test.step('requires a target when the spec has one', async () => {
    await page.getByRole('button', { name: 'Run Restart the check' }).click()
    await expect(dialog.getByText('Please select a resource to see the parameters.')).toBeVisible()
    await expect(run).toBeDisabled()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('shows a medium dialog with a note for a playbook without parameters', async () => {
    await page.getByRole('button', { name: 'Run Flush caches' }).click()
    await expect(dialog.getByText('No parameters for this playbook.')).toBeVisible()
    mediumWidth = (await dialog.boundingBox())?.width ?? 0
    expect(mediumWidth).toBeLessThanOrEqual(760)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await page.getByRole('article', { name: 'Roll the pods' }).getByText('Batch by batch').waitFor()
  await page.getByRole('button', { name: 'Run Roll the pods' }).click()

  await test.step('fills in defaults, and code enlarges the dialog', async () => {
    await expect(field('Pods per batch')).toHaveValue('2')
    await expect(field('Memory')).toHaveValue('256')
    await expect(field('CPU limit')).toHaveValue('500')
    await expect(dialog.getByRole('textbox', { name: 'Extra annotations' })).toBeVisible()
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBeGreaterThan(mediumWidth)
    await expect(run).toBeDisabled()
  })

  for (const [label, value, message] of [
    ['Pods per batch', 'two', 'This field must be a number'],
    ['Pods per batch', '0', 'Must be at least 1'],
    ['Pods per batch', '7', 'Must be at most 6'],
    ['Probe host', 'Ab_c', /^Use only a-z, 0-9, '-' and '\.'; begin and end with a-z or 0-9/],
    ['Memory', 'much', /^Must be a number with Mi, Gi or Ti/],
    ['CPU limit', 'half', /^Must be a whole number with m/],
    ['Reason', 'IN', 'Must have at least 3 characters'],
    ['Reason', 'INC-4121234567890 and more', 'Must have at most 20 characters'],
    ['Reason', 'because', 'Must match ^INC'],
    ['Reason', '', 'This field is required'],
  ] as const)
    await test.step(`${label}: ${value === '' ? 'nothing' : value}`, async () => {
      await field(label).fill(value)
      await expect(dialog.getByText(message)).toBeVisible()
      await expect(run).toBeDisabled()
    })

  await field('Pods per batch').fill('3')
  await field('Probe host').fill('a-b.c')
  await field('Memory').fill('1')
  await dialog.getByLabel('Unit of Memory').selectOption('Gi')
  await field('CPU limit').fill('250')
  await field('Registry token').fill('hunter2secret')
  await field('Reason').fill('INC-412')

  await test.step('the preview contains the input but no secret', async () => {
    const preview = dialog.getByRole('region', { name: 'Run preview' })
    await expect(preview).toContainText('echo roll "3" "1Gi" for "INC-412"')
    await expect(preview).not.toContainText('hunter2secret')
  })

  await test.step('a rejected run shows the reason and keeps the input; the next opens the run', async () => {
    await page.route('**/api/playbook/run', async (route) => {
      await route.fulfill({ status: 400, json: { error: 'the agent is away' } })
    })
    await run.click()
    await expect(dialog.getByText('the agent is away')).toBeVisible()
    await expect(field('Reason')).toHaveValue('INC-412')
    await page.unroute('**/api/playbook/run')
    const release = await holdRequests(page, '**/api/playbook/run')
    await run.click()
    await expect(dialog.getByRole('button', { name: 'Running...' })).toBeDisabled()
    release()
    await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/)
  })

  await page.getByRole('navigation').getByRole('link', { name: 'Playbooks', exact: true }).first().click()
  await page.getByRole('button', { name: 'Run Drain the node' }).click()
  await run.click()

  await test.step('each output stream of a step has a tab during the run', async () => {
    const tabs = page.getByRole('tablist', { name: 'Output and result' }).getByRole('tab')
    await expect(tabs).toHaveText(['All', 'stdout', 'stderr'])
    await expect(page.getByText('Running for')).toBeVisible()
    await tabs.nth(2).click()
    await expect(getLine(page, 1)).toHaveText(/the node does not answer$/)
    await tabs.nth(1).click()
    await expect(getLine(page, 1)).toHaveText(/processes \d+ \d+$/)
  })

  await test.step('a cancelled run says so, and processes that ignore the signal are killed', async () => {
    const output = (await getLine(page, 1).locator('.log-text').textContent()) ?? ''
    const pids = output.split(' ').slice(1).map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
    await expect(page.getByText('Cancelled after')).toBeVisible()
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
  })
})

test('the run dialog opens without errors, leads to the first invalid field and offers the last parameters', async ({
  page,
}) => {
  await page.goto('/playbooks')
  const dialog = page.getByRole('dialog', { name: 'Run Playbook' })
  const run = dialog.getByRole('button', { name: 'Run playbook' })
  const reason = dialog.getByLabel('Reason', { exact: true })
  await page.getByRole('button', { name: 'Run Roll the pods' }).click()
  await expect(reason).toBeFocused()
  await expect(dialog.getByText('has errors')).toHaveCount(0)
  await dialog.getByLabel('Probe host').focus()
  await run.press('Enter')
  await expect(dialog.getByText('1 field has errors')).toBeVisible()
  await expect(reason).toBeFocused()
  await reason.fill('INC-77')
  await dialog.getByLabel('Registry token').fill('hunter2secret')
  await run.click()
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/)

  await page.goto('/playbooks')
  await page.getByRole('button', { name: 'Run Roll the pods' }).click()
  const lastParameters = dialog.getByRole('button', { name: 'Use the parameters of the last run' })
  await lastParameters.click()
  await expect(reason).toHaveValue('INC-77')
  await expect(dialog.getByLabel('Registry token')).toHaveValue('')
  await expect(lastParameters).toHaveCount(0)
  await expect(run).toBeEnabled()
  const [form, preview] = [dialog.getByRole('group'), dialog.getByRole('region', { name: 'Run preview' })]
  await dialog.getByRole('textbox', { name: 'Extra annotations' }).scrollIntoViewIfNeeded()
  const tops = await Promise.all([form, preview].map(async (part) => (await part.boundingBox())?.y))
  expect(tops[0]).toBe(tops[1])
})

test('writes, validates and saves a playbook; one from a file is read-only [PLAY-02,PLAY-07,SHELL-15]', async ({
  page,
}) => {
  await page.goto('/playbooks/new')
  await page.getByLabel('Name').fill('written-here')
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'Spec' }).press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }
  await write('title: Written here\ncategory: Edge\nactions:\n- name: one\n  exec:\n    script: date\n  jit: 2')
  await expect(page.getByText('line 7: Unknown field “jit”')).toBeVisible()
  await page.getByRole('button', { name: 'Create playbook' }).click()
  await expect(page.getByText('1 field has errors')).toBeVisible()
  await expect(page).toHaveURL(/\/playbooks\/new$/)
  await write('title: Written here\ncategory: Edge\nactions:\n- name: one\n  exec:\n    script: date')
  await page.getByRole('button', { name: 'Create playbook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Written here' })).toBeVisible()
  await expect(page).toHaveURL(/\/playbooks\/[0-9a-f-]{36}$/)
  await write('title: Written again\ncategory: Edge\nactions:\n- name: two\n  exec:\n    script: date')
  const changes = page.getByRole('complementary', { name: 'Changes' })
  const outline = changes.getByRole('region', { name: 'Outline' })
  await outline.getByRole('button', { name: 'two exec' }).click()
  await expect(page.getByRole('textbox', { name: 'Spec' })).toBeFocused()
  await expect(outline.getByRole('button', { name: 'two exec' })).toHaveAttribute('aria-current', 'step')
  await expect(outline.getByText('Fields of exec')).toBeVisible()
  await expect(outline.getByText('artifacts')).toBeVisible()
  await expect(changes).toContainText('Adds 1 action, removes 1 action')
  await expect(page.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Save playbook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save playbook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Written again' })).toBeVisible()
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('dialog', { name: 'Run Playbook' }).getByRole('button', { name: 'Close' }).click()
  await page.goto('/playbooks')
  await page.getByRole('link', { name: 'Roll the pods', exact: true }).click()
  await expect(page).toHaveURL(/\/playbooks\/[0-9a-f-]{36}$/)
  await expect(page.getByText(/^Linked to.*RESOURCES_DIR\. It is read-only here/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save playbook' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Runs' }).click()
  await expect(page).toHaveURL(/\/playbooks\/runs\?playbook=/)
})

test('warns an editor before saving that running programs needs a permission, and keeps the draft for an administrator', async ({
  page,
}) => {
  await asRole(page, 'editor')
  await page.goto('/playbooks/new')
  await page.getByLabel('Name').fill('needs-exec')
  const spec = page.getByRole('textbox', { name: 'Spec' })
  const create = page.getByRole('button', { name: 'Create playbook' })
  const denial = page.getByRole('status').getByText('Running programs requires write on exec. Admin can grant it.')
  const write = async (text: string) => {
    await spec.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  }
  await write('title: Needs exec\nactions:\n- name: one\n  http:\n    url: http://127.0.0.1/')
  await expect(create).toBeEnabled()
  await write('title: Needs exec\nactions:\n- name: one\n  exec:\n    script: date')
  await expect(denial).toBeVisible()
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(denial).toBeVisible()
  await expect(spec).toContainText('script: date')
  await page.unroute('**/api/auth/whoami')
  await page.reload()
  await expect(denial).toHaveCount(0)
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Needs exec' })).toBeVisible()
})

test('the check detail lists its playbooks and runs one [PLAY-06,PLAY-12]', async ({ page }) => {
  await page.goto('/health')
  await page.getByText('edge gateway').first().click()
  const panel = page.getByRole('complementary', { name: 'edge gateway' })
  await panel.getByRole('button', { name: 'Run playbook' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Restart the check'])
  await page.getByRole('menuitem', { name: 'Restart the check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Playbook' })
  await expect(dialog.getByText('edge gateway').first()).toBeVisible()
  await expect(dialog.getByText('echo restarted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Run playbook' }).click()
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/)
  await expect(page.getByRole('link', { name: 'edge gateway' }).first()).toBeVisible()
})

test('finds a target by search while typing, and runs the playbook on it [UI-53,UI-54,UI-55,UI-56,API-31]', async ({
  page,
}) => {
  await page.goto('/playbooks')
  await page.getByRole('button', { name: 'Run Restart the check' }).click()
  const dialog = page.getByRole('dialog')
  const target = dialog.getByRole('combobox', { name: 'Target' })
  await expect(dialog.getByText('Start typing to search')).toBeVisible()
  await target.fill('nothing like it')
  await expect(dialog.getByText('No options found')).toBeVisible()
  await target.fill('type=http edge')
  await dialog.getByRole('option', { name: /^edge gateway/ }).click()
  await dialog.getByRole('button', { name: 'Run playbook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Restart the check' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('edge gateway')
})

test('on a wall the list of runs shows playbook, status and time', async ({ page }) => {
  await page.goto('/health')
  await page.getByText('edge gateway').first().click()
  const panel = page.getByRole('complementary', { name: 'edge gateway' })
  await panel.getByRole('button', { name: 'Run playbook' }).click()
  await page.getByRole('menuitem', { name: 'Restart the check' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run playbook' }).click()
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/playbooks/runs?wall')
  const runs = page.getByRole('table', { name: 'Playbook runs' })
  await expect(runs.getByRole('columnheader')).toHaveText(['Name', 'Status', 'Started'])
  const name = runs.getByRole('link', { name: 'Restart the check' }).first()
  expect(await name.evaluate((link) => link.scrollWidth <= link.clientWidth)).toBe(true)
})
