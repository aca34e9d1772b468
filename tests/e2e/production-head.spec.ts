import { testEveryPage } from '#tests/fixtures/production-pages.ts'

testEveryPage('head')
