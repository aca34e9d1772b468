import { describe, expect, test } from 'vitest'
import { defaultWallSettings } from '#shared/wall/wall-settings.ts'
import { draftOf, moved, nextKey, readDraft, type ScreenDraft } from './screen-draft.ts'

const origin = 'https://console.example'
const draft = (over: Partial<ScreenDraft> = {}): ScreenDraft => ({ ...draftOf(defaultWallSettings), ...over })

describe('the draft of a screen', () => {
  test('says what it was made of', () => {
    expect(readDraft(draft(), origin)).toEqual({ settings: defaultWallSettings })
  })

  test('takes a comma, a pasted address of this console, and leaves out what such an address says of a wall', () => {
    const views = [
      { key: 0, address: ` ${origin}/incidents?wall=55in&status=open `, seconds: '20' },
      { key: 1, address: '/health?wall', seconds: '30' },
    ]
    expect(readDraft(draft({ readerM: '3,5', views }), origin)).toEqual({
      settings: {
        ...defaultWallSettings,
        readerM: 3.5,
        views: [
          { address: '/incidents?status=open', seconds: 20 },
          { address: '/view/health', seconds: 30 },
        ],
      },
    })
  })

  test('says of each field what it wants', () => {
    const views = [
      { key: 4, address: 'https://elsewhere.example/', seconds: '1.5' },
      { key: 7, address: '/view/health', seconds: '' },
    ]
    expect(readDraft(draft({ diagonalIn: '5', readerM: 'far', views }), origin)).toEqual({
      errors: {
        diagonalIn: 'Give a number of inches from 10 to 200.',
        readerM: 'Give a number of metres from 0.5 to 30.',
        addresses: new Map([[4, 'Give an address of this console, such as /view/health.']]),
        seconds: new Map([
          [4, 'Give whole seconds from 5 to 3,600.'],
          [7, 'Give whole seconds from 5 to 3,600.'],
        ]),
      },
    })
  })
})

test('a view moves up and down and not beyond the ends', () => {
  const views = ['/a', '/b', '/c'].map((address, key) => ({ key, address, seconds: '30' }))
  const keys = (list: typeof views) => list.map(({ key }) => key)
  expect(
    [moved(views, 1, -1), moved(views, 1, 1), moved(views, 0, -1), moved(views, 2, 1)].map((list) => keys([...list])),
  ).toEqual([
    [1, 0, 2],
    [0, 2, 1],
    [0, 1, 2],
    [0, 1, 2],
  ])
  expect([nextKey(views), nextKey([])]).toEqual([3, 0])
})
