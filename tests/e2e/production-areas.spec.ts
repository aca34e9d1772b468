import { testAreaPages } from '#tests/fixtures/test-area-pages.ts'

testAreaPages('head')
