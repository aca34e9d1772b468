import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole
beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, { rex: ['responder'], mia: ['commander'], vic: ['viewer'] })
})
afterAll(async () => {
  await people.stop()
  await database.close()
})
beforeEach(async () => {
  await database.query('delete from incidents')
})

const open = (title: string, more: Readonly<Record<string, unknown>> = {}) =>
  insertRow(database, 'incidents', {
    title,
    description: '',
    type: 'availability',
    severity: 'high',
    status: 'investigating',
    created_by: people.getId('rex'),
    ...more,
  })
const believe = (incident: string, title: string, more: Readonly<Record<string, unknown>> = {}) =>
  insertRow(database, 'hypotheses', {
    incident_id: incident,
    type: 'root',
    title,
    status: 'possible',
    created_by: people.getId('rex'),
    ...more,
  })
const prove = (hypothesis: string, description: string) =>
  insertRow(database, 'evidences', {
    hypothesis_id: hypothesis,
    type: 'comment',
    description,
    created_by: people.getId('rex'),
  })
const addComment = (incident: string, comment: string, more: Readonly<Record<string, unknown>> = {}) =>
  insertRow(database, 'comments', { incident_id: incident, comment, created_by: people.getId('rex'), ...more })
const ask = (incident: string, person: string) =>
  insertRow(database, 'responders', {
    incident_id: incident,
    type: 'person',
    person_id: people.getId(person),
    created_by: people.getId('rex'),
  })

const readNumber = async (id: string) => {
  const { rows } = await database.query<{ number: string }>(
    'select incident_id as number from incidents where id = $1',
    [id],
  )
  return rows[0]?.number ?? ''
}
const inIncident = async (id: string) => {
  const { rows } = await database.query(
    `select status,
            array(select title from hypotheses where incident_id = $1 order by title) as hypotheses,
            array(select comment from comments where incident_id = $1 order by comment) as comments,
            array(select people.name from responders join people on people.id = person_id
                   where incident_id = $1 order by people.name) as responders
       from incidents where id = $1`,
    [id],
  )
  return rows[0]
}
const history = async (id: string) => {
  const { rows } = await database.query<{ said: string; by: string }>(
    `select description as said, people.name as by from incident_histories join people on people.id = created_by
      where incident_id = $1 and incident_histories.type in ('incident.merged', 'incident.unmerged', 'incident.split')
      order by incident_histories.created_at, incident_histories.id`,
    [id],
  )
  return rows
}
const merge = (user: string, id: string, into: string) =>
  people.ask(user, `/api/incident-merges/${id}`, 'POST', { into })
const undo = (user: string, id: string) => people.ask(user, `/api/incident-merges/${id}`, 'DELETE')
const split = (id: string, body: object, user = 'mia') => people.ask(user, `/api/incident-splits/${id}`, 'POST', body)
const json = async (response: Response) => (await response.json()) as Record<string, unknown>
const readRejection = async (response: Response) => [response.status, (await json(response))['error']]

describe('merging incidents', () => {
  test('previews what will move, moves it, closes the merged incident, and records both in their histories', async () => {
    const [from, into] = [await open('Cards fail'), await open('Payments fail')]
    const root = await believe(from, 'The mesh')
    await prove(root, 'diff')
    await believe(into, 'The database')
    await addComment(from, 'on it')
    await ask(from, 'rex')
    await ask(from, 'mia')
    await ask(into, 'mia')
    const preview = await json(await people.ask('rex', `/api/incident-merges/${from}/into/${into}`))
    expect(preview).toEqual({
      merged: { id: from, number: await readNumber(from), title: 'Cards fail', status: 'investigating' },
      into: { id: into, number: await readNumber(into), title: 'Payments fail', status: 'investigating' },
      moves: { hypotheses: 1, evidences: 1, comments: 1, responders: 1, links: 0 },
      responders_there: 1,
      rules: [],
    })
    expect((await merge('mia', from, into)).status).toBe(200)
    expect(await inIncident(from)).toEqual({ status: 'closed', hypotheses: [], comments: [], responders: ['mia'] })
    expect(await inIncident(into)).toEqual({
      status: 'investigating',
      hypotheses: ['The database', 'The mesh'],
      comments: ['on it'],
      responders: ['mia', 'rex'],
    })
    expect(await history(from)).toEqual([
      { said: `merged this incident into ${await readNumber(into)} “Payments fail”`, by: 'mia' },
    ])
    expect(await history(into)).toEqual([
      { said: `merged ${await readNumber(from)} “Cards fail” into this incident`, by: 'mia' },
    ])
    expect(await json(await people.ask('vic', `/api/incident-merges/${from}`))).toMatchObject({
      into: { incident: { id: into, title: 'Payments fail' }, by: 'mia' },
      from: [],
    })
    expect(await json(await people.ask('vic', `/api/incident-merges/${into}`))).toMatchObject({
      into: null,
      from: [{ incident: { id: from, status: 'closed' } }],
    })
  })

  test('a comment from an older page goes to the target incident, and the merged one stays closed', async () => {
    const [from, into] = [await open('Cards fail'), await open('Payments fail')]
    const last = await open('All fails')
    await merge('rex', from, into)
    await merge('rex', into, last)
    const comment = { incident_id: from, comment: 'typed meanwhile', created_by: people.getId('rex') }
    expect((await people.ask('rex', '/api/db/comments', 'POST', comment)).status).toBe(201)
    expect(await inIncident(last)).toMatchObject({ comments: ['typed meanwhile'] })
    const reopened = await people.ask('rex', `/api/db/incidents?id=eq.${from}`, 'PATCH', { status: 'open' })
    expect([reopened.status, (await json(reopened))['message']]).toEqual([
      400,
      `${await readNumber(from)} was merged into ${await readNumber(last)}: undo the merge there to open it again.`,
    ])
    expect(await readRejection(await undo('rex', from))).toEqual([
      409,
      `${await readNumber(into)} was merged into ${await readNumber(last)} by rex. Undo that merge first.`,
    ])
    expect(await json(await people.ask('vic', `/api/incident-merges/${from}`))).toMatchObject({
      into: { incident: { id: last } },
    })
  })

  test('can be undone: moved parts that still exist return, later ones stay', async () => {
    const [from, into] = [await open('Cards fail', { status: 'mitigated' }), await open('Payments fail')]
    await believe(from, 'The mesh')
    const deletedHypothesis = await believe(from, 'Nonsense')
    await addComment(from, 'on it')
    await ask(from, 'rex')
    await merge('rex', from, into)
    await database.query('delete from hypotheses where id = $1', [deletedHypothesis])
    await addComment(into, 'later')
    expect((await undo('mia', from)).status).toBe(200)
    expect(await inIncident(from)).toEqual({
      status: 'mitigated',
      hypotheses: ['The mesh'],
      comments: ['on it'],
      responders: ['rex'],
    })
    expect(await inIncident(into)).toMatchObject({ hypotheses: [], comments: ['later'], responders: [] })
    expect(await history(from)).toHaveLength(2)
    expect(await readRejection(await undo('mia', from))).toEqual([409, 'This merge was already undone.'])
    expect((await merge('rex', from, into)).status).toBe(200)
  })

  test('of two concurrent merges into each other, one is rejected', async () => {
    const [one, other] = [await open('Cards fail'), await open('Payments fail')]
    const responses = await Promise.all([merge('rex', one, other), merge('mia', other, one)])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const late = responses.find(({ status }) => status === 409)
    expect(late === undefined ? '' : (await json(late))['error']).toMatch(
      /^INC-\d+ was merged into INC-\d+ by (rex|mia)\. Open INC-\d+ instead\.$|^INC-\d+ was merged into INC-\d+ by (rex|mia)\. Merge into INC-\d+ instead\.$/,
    )
  })

  test('rejects itself, a deleted or already merged incident, and users without permission', async () => {
    const [from, into] = [await open('Cards fail'), await open('Payments fail')]
    const elsewhere = await open('All fails')
    expect(await readRejection(await merge('rex', from, from))).toEqual([
      409,
      `${await readNumber(from)} cannot be merged into itself.`,
    ])
    const deletedId = '01890a5d-0000-7000-8000-00000000dead'
    expect(await readRejection(await merge('rex', from, deletedId))).toEqual([
      404,
      `Incident ${deletedId} not found. It was deleted or you do not have access.`,
    ])
    expect((await merge('rex', from, "' or true")).status).toBe(404)
    expect((await people.ask('rex', `/api/incident-merges/${from}`, 'POST', {})).status).toBe(400)
    await merge('rex', into, elsewhere)
    expect(await readRejection(await merge('rex', from, into))).toEqual([
      409,
      `${await readNumber(into)} was merged into ${await readNumber(elsewhere)} by rex. Merge into ${await readNumber(elsewhere)} instead.`,
    ])
    for (const user of ['vic', 'nobody'] as const) {
      const code = user === 'vic' ? 403 : 401
      expect((await merge(user, from, elsewhere)).status).toBe(code)
      expect((await undo(user, into)).status).toBe(code)
      expect((await people.ask(user, `/api/incident-merges/${from}/into/${elsewhere}`)).status).toBe(code)
      const body = { title: 'x', hypotheses: [deletedId], evidences: [] }
      expect((await people.ask(user, `/api/incident-splits/${from}`, 'POST', body)).status).toBe(code)
    }
    expect(await inIncident(from)).toMatchObject({ status: 'investigating' })
  })
})

describe('splitting an incident', () => {
  test('moves hypotheses with their children, and evidence, into a new incident of the same kind', async () => {
    const id = await open('Payments fail')
    const root = await believe(id, 'The mesh')
    const factor = await believe(id, 'Old certificate', { type: 'factor', parent_id: root })
    const solution = await believe(id, 'Roll back', { type: 'solution', parent_id: factor })
    await prove(factor, 'certificate')
    const alone = await prove(root, 'a slow query')
    await addComment(id, 'of the factor', { hypothesis_id: factor })
    await addComment(id, 'of all')
    const response = await split(id, { title: ' Certificates ', hypotheses: [factor], evidences: [alone] })
    expect(response.status).toBe(200)
    const opened = String((await json(response))['id'])
    expect(await inIncident(opened)).toEqual({
      status: 'investigating',
      hypotheses: ['Certificates', 'Old certificate', 'Roll back'],
      comments: ['of the factor'],
      responders: [],
    })
    expect(await inIncident(id)).toMatchObject({ hypotheses: ['The mesh'], comments: ['of all'] })
    const { rows } = await database.query(
      'select id, type, parent_id from hypotheses where id = any($1::uuid[]) order by title',
      [[factor, solution]],
    )
    expect(rows).toEqual([
      { id: factor, type: 'root', parent_id: null },
      { id: solution, type: 'solution', parent_id: factor },
    ])
    const [number, newNumber] = [await readNumber(id), await readNumber(opened)]
    const movedParts = 'with 2 hypotheses and 1 piece of evidence'
    expect(await history(id)).toEqual([{ said: `split off ${newNumber} “Certificates” ${movedParts}`, by: 'mia' }])
    expect(await history(opened)).toEqual([
      { said: `split this incident off ${number} “Payments fail” ${movedParts}`, by: 'mia' },
    ])
  })

  test('reports errors and creates nothing', async () => {
    const [id, other] = [await open('Payments fail'), await open('Others')]
    const root = await believe(id, 'The mesh')
    const foreign = await believe(other, 'Theirs')
    const none = { hypotheses: [], evidences: [] }
    expect(await readRejection(await split(id, { title: 'x', ...none }))).toEqual([
      400,
      'Select what to move to the new incident.',
    ])
    expect(await readRejection(await split(id, { title: ' ', hypotheses: [root], evidences: [] }))).toEqual([
      400,
      'Enter a title for the new incident.',
    ])
    expect(await readRejection(await split(id, { title: 'x', hypotheses: [foreign], evidences: [] }))).toEqual([
      409,
      'The selected items are no longer in this incident. Nothing was moved. Select again.',
    ])
    expect((await split(id, { title: 'x', hypotheses: ['1; drop'], evidences: [] })).status).toBe(400)
    const { rows } = await database.query('select id from incidents')
    expect(rows).toHaveLength(2)
  })
})
