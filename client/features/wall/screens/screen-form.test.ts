import { expect, test } from 'vitest'
import { defaultWallSettings } from '#shared/wall/wall-settings.ts'
import { toForm, screenSchema, type ScreenForm } from './screen-form.ts'

const origin = 'https://console.example'
const form = (over: Partial<ScreenForm> = {}): ScreenForm => ({ ...toForm(defaultWallSettings), ...over })
const read = (typed: ScreenForm) => screenSchema(origin).safeParse(typed)

test('the form of a screen shows its settings', () => {
  expect(read(form()).data).toEqual(defaultWallSettings)
})

test('accepts a decimal comma and a pasted address of this console, without its wall parameters', () => {
  const views = [
    { address: ` ${origin}/incidents?wall=55in&status=open `, seconds: '20' },
    { address: '/health?wall', seconds: '30' },
  ]
  expect(read(form({ readerM: '3,5', views })).data).toEqual({
    ...defaultWallSettings,
    readerM: 3.5,
    views: [
      { address: '/incidents?status=open', seconds: 20 },
      { address: '/view/health', seconds: 30 },
    ],
  })
})

test('each invalid field has its own message', () => {
  const views = [
    { address: 'https://elsewhere.example/', seconds: '1.5' },
    { address: '/view/health', seconds: '' },
  ]
  const { issues = [] } = read(form({ diagonalIn: '5', readerM: 'far', views })).error ?? {}
  expect(issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'diagonalIn: Enter a number of inches from 10 to 200.',
    'readerM: Enter a number of metres from 0.5 to 30.',
    'views.0.address: Enter an address of this console, for example /view/health.',
    'views.0.seconds: Enter whole seconds from 5 to 3,600.',
    'views.1.seconds: Enter whole seconds from 5 to 3,600.',
  ])
})
