import { chromium, type Browser, type Page } from '@playwright/test'
import { startRelay } from '#tests/fixtures/relay.ts'
import { chromiumPath } from '#tests/setup/programs.ts'
import { median, type Bench, type Measured } from './bench.ts'
import { shownAfter } from './shown-after.ts'

const [incidentCount, commentCount] = [1_000, 20_000]
const onOne = 2_000
const mostMs = 1_000
const opened = 5

interface Filled {
  readonly url: string
  readonly busiest: string
}

const fill = async (url: string): Promise<Filled> => {
  const send = async (path: string, rows: readonly object[]) => {
    const ids: string[] = []
    for (let at = 0; at < rows.length; at += 500) {
      const response = await fetch(`${url}/api/db/${path}?select=id`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
        body: JSON.stringify(rows.slice(at, at + 500)),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      ids.push(...((await response.json()) as { id: string }[]).map(({ id }) => id))
    }
    return ids
  }
  const session = (await (await fetch(`${url}/api/auth/whoami`)).json()) as { payload: { user: { id: string } } }
  const by = session.payload.user.id
  const incidents = await send(
    'incidents',
    Array.from({ length: incidentCount }, (_, at) => ({
      title: `Incident ${at}: card payments fail in region ${at % 20}`,
      description: '',
      type: 'availability',
      severity: at % 3 === 0 ? 'critical' : 'high',
      status: at % 4 === 0 ? 'resolved' : 'open',
      commander_id: by,
      created_by: by,
    })),
  )
  const [busiest = ''] = incidents
  await send(
    'hypotheses',
    incidents.map((id) => ({ incident_id: id, type: 'root', title: 'The mesh', status: 'possible', created_by: by })),
  )
  await send(
    'comments',
    Array.from({ length: commentCount }, (_, at) => ({
      incident_id: at < onOne ? busiest : incidents[at % incidents.length],
      comment: `Comment ${at}: **still** failing, see the graph of ${'the gateway '.repeat(10)}`,
      created_by: by,
    })),
  )
  return { url, busiest }
}

const withIncidents = async (measure: (browser: Browser, filled: Filled) => Promise<Measured>): Promise<Measured> => {
  const relay = await startRelay({ env: {} })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await measure(browser, await fill(relay.url))
  } finally {
    await browser.close()
    await relay.stop()
  }
}

const timesToShow = async (browser: Browser, address: string, selectors: readonly string[]) => {
  const once = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const took = await shownAfter(await context.newPage(), address, selectors)
    await context.close()
    return took
  }
  await once()
  const times: number[] = []
  for (let turn = 0; turn < opened; turn += 1) times.push(await once())
  return times
}

const measured = (times: readonly number[], note: string): Measured => {
  const ours = median(times)
  return { ours, reference: mostMs, ratio: ours / mostMs, unit: 'ms', note }
}

const list: Bench = {
  name: '1,000 incidents, 20,000 comments: list',
  goal: { atMost: 1 },
  run: () =>
    withIncidents(async (browser, { url }) =>
      measured(
        await timesToShow(browser, `${url}/incidents`, ['table[aria-label="Incidents"] tbody a']),
        'address to first rows, browser without a cache',
      ),
    ),
}

const page: Bench = {
  name: '1,000 incidents, 20,000 comments: page of one with 2,000',
  goal: { atMost: 1 },
  run: () =>
    withIncidents(async (browser, { url, busiest }) =>
      measured(
        await timesToShow(browser, `${url}/incidents/${busiest}`, [
          '[aria-label="Hypotheses"] li',
          '[aria-label="Timeline"] li',
        ]),
        'address to hypotheses and timeline, browser without a cache',
      ),
    ),
}

/** The pages share the clock of one machine. */
const seenByOther = async (writer: Page, reader: Page, status: string): Promise<number> => {
  const seen = reader.waitForFunction((wanted) => {
    const select = document.querySelector<HTMLSelectElement>('select[aria-label="Status"]')
    return select?.value === wanted ? performance.timeOrigin + performance.now() : null
  }, status)
  const pressedAt = await writer.evaluate(() => performance.timeOrigin + performance.now())
  await writer.getByRole('combobox', { name: 'Status', exact: true }).selectOption(status)
  return ((await (await seen).jsonValue()) ?? Number.NaN) - pressedAt
}

const edit: Bench = {
  name: '1,000 incidents, 20,000 comments: an edit shown to another person',
  goal: { atMost: 1 },
  run: () =>
    withIncidents(async (browser, { url, busiest }) => {
      const open = async () => {
        const opened = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
        await opened.goto(`${url}/incidents/${busiest}`)
        await opened.getByRole('combobox', { name: 'Status', exact: true }).waitFor()
        return opened
      }
      const [writer, reader] = [await open(), await open()]
      const times: number[] = []
      for (let turn = 0; turn < opened; turn += 1) {
        for (const status of ['investigating', 'mitigated']) times.push(await seenByOther(writer, reader, status))
      }
      return measured(times, 'click of one person to the frame that shows it to the other')
    }),
}

export const incidentPages: readonly Bench[] = [list, page, edit]
