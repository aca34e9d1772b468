import { expect, test } from 'vitest'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { scrapers, start, put, at } = scrapingTests()
const fullScraper = (name: string, file: string, type: string, more = '') =>
  scraperDocument(
    name,
    `  full: true\n  file:\n    - paths: ['${at(file)}']\n      type: ${type}\n      id: $.id\n      name: $.id\n${more}`,
  )
const changeTypes = async (name: string) => {
  const item = await scrapers.item(name)
  return (await scrapers.changes(item?.id ?? '')).map((change) => change.change_type).toSorted()
}
const insights = async (name: string) => {
  const item = await scrapers.item(name)
  return scrapers.read(`config_analysis?config_id=eq.${item?.id}&select=summary,status&order=summary`)
}

test('documents with only changes or insights add them to the item with their id', async () => {
  await put('car-1.json', { id: 'car', config: { color: 'red' } })
  await put('car-2.json', { id: 'car', changes: [{ change_type: 'Serviced', external_change_id: 'e1' }] })
  await put('car-3.json', { id: 'car', analysis: { analyzer: 'brakes', summary: 'Worn' } })
  await put('car-4.json', { id: 'car', config: null, changes: [] })
  await start({ 'cars.yaml': fullScraper('cars', 'car-*.json', 'Car') })
  expect(await scrapers.run('cars')).toMatchObject({ status: 'SUCCESS', errors: [] })
  expect(await scrapers.items()).toMatchObject([{ name: 'car', config: { color: 'red' } }])
  expect(await changeTypes('car')).toEqual(['Serviced'])
  expect(await insights('car')).toEqual([{ summary: 'Worn', status: 'open' }])

  await put('car-3.json', { id: 'car', analysis: [] })
  await scrapers.run('cars')
  expect(await insights('car')).toEqual([{ summary: 'Worn', status: 'resolved' }])
})

test('a change or insight about another item is stored there, or reported when the item is unknown', async () => {
  await put('shop.json', { id: 'shop', config: {} })
  await put('build.json', {
    id: 'build',
    config: { branch: 'main' },
    changes: [
      { change_type: 'Built' },
      { change_type: 'Named', external_id: 'build', config_type: 'Build' },
      { change_type: 'Shipped', external_id: 'shop', config_type: 'Shop' },
      { change_type: 'Lost', external_id: 'nowhere', config_type: 'Shop' },
      { summary: 'without a type' },
    ],
    analysis: [
      { analyzer: 'a', summary: 'own' },
      { analyzer: 'a', summary: 'other', external_id: 'shop' },
    ],
  })
  await start({
    'shops.yaml': fullScraper('shops', 'shop.json', 'Shop'),
    'builds.yaml': fullScraper('builds', 'build.json', 'Build'),
  })
  await scrapers.run('shops')
  expect((await scrapers.run('builds')).errors).toEqual([
    'Invalid item: changes[4].change_type: required.',
    'The change Lost is about Shop nowhere, which is not in the catalog. It was not stored.',
  ])
  expect(await changeTypes('build')).toEqual(['Built', 'Named'])
  expect(await changeTypes('shop')).toEqual(['Shipped'])
  expect([await insights('build'), await insights('shop')]).toEqual([
    [{ summary: 'own', status: 'open' }],
    [{ summary: 'other', status: 'open' }],
  ])
})

const reports = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ analyzer: 'a', summary: `other ${n}`, external_id: 'shop' }))

test('changes and insights of other items over the limit of a run are not stored, which is reported', async () => {
  await put('shop.json', { id: 'shop', config: {}, analysis: { analyzer: 'a', summary: 'own' } })
  await start({
    'properties.yaml': 'scraper.reports.max: 2\n',
    'shops.yaml': fullScraper('shops', 'shop.json', 'Shop'),
    'builds.yaml': fullScraper('builds', 'build.json', 'Build'),
  })
  await scrapers.run('shops')
  await put('build.json', { id: 'build', config: {}, analysis: reports(2) })
  expect((await scrapers.run('builds')).errors).toEqual([])
  await put('build.json', { id: 'build', config: {}, analysis: reports(3).toReversed() })
  expect((await scrapers.run('builds')).errors).toEqual([
    'More than 2 changes and insights that refer to other items (scraper.reports.max). The rest was not stored.',
  ])
  expect(await insights('shop')).toEqual([
    { summary: 'other 0', status: 'open' },
    { summary: 'other 1', status: 'open' },
    { summary: 'other 2', status: 'open' },
    { summary: 'own', status: 'open' },
  ])
})

const part = (id: string, changes: object[]) => ({ id, config: { id, kind: 'part' }, changes })

test('a mapping deletes an unchanged item, and moves or copies changes to other items', async () => {
  const mapping = `      transform:
        relationship:
          - { filter: "config.kind == 'part'", id: { value: whole }, parent: true }
        changes:
          mapping:
            - { filter: change_type == 'Scrapped', action: delete }
            - { filter: change_type == 'Moved', config_id: details.to, config_type: Part, scraper_id: all }
            - { filter: change_type == 'Up', action: copy-up }
            - { filter: change_type == 'Target', action: move, target: { type: Part, name: { value: other } } }
`
  await put('part.json', part('part', []))
  await put('part-whole.json', { id: 'whole', config: { id: 'whole', kind: 'whole' } })
  await put('part-other.json', part('other', []))
  await start({ 'parts.yaml': fullScraper('parts', 'part*.json', 'Part', mapping) })
  await scrapers.run('parts')
  const changes = [
    { change_type: 'Moved', details: { to: 'other' } },
    { change_type: 'Up' },
    { change_type: 'Target' },
    { change_type: 'Scrapped', created_at: '2026-01-02T03:04:05Z' },
  ]
  await put('part.json', part('part', changes))
  expect(await scrapers.run('parts')).toMatchObject({ errors: [], summary: { deleted: 1 } })
  expect(await changeTypes('part')).toEqual(['Scrapped', 'Up'])
  expect(await changeTypes('whole')).toEqual(['Up'])
  expect(await changeTypes('other')).toEqual(['Moved', 'Target'])
  expect(await scrapers.item('part')).toMatchObject({ delete_reason: 'FROM_EVENT', deleted_at: expect.any(String) })
})
