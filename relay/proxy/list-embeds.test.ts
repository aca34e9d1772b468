import { expect, test } from 'vitest'
import { listEmbeds } from './list-embeds.ts'

test.each([
  ['*', []],
  ['id,total:total_checks.sum(),count(),n:id.count()', []],
  [
    '*,created_by(id,name),check:checks(id,canary:canaries!checks_canary_id_fkey(id))',
    ['people', 'checks', 'canaries'],
  ],
  ['*,...connections(url)', ['connections']],
  ['id,"connections" ( url )', ['connections']],
  ['id,connections()', ['connections']],
  ['id,x:connection_id(url)', ['connections']],
  ['id,connections!left!some_fkey(url)', ['connections']],
  ['id,some_fkey(url)', ['some_fkey']],
  ['id,"a(":connections(url)', ['a', 'connections']],
  ['id,spec->a->>b,day::text,people(identities(traits))', ['people', 'identities']],
  ['id,toString(x)', ['toString']],
])('%s embeds %j', (select, relations) => {
  expect(listEmbeds(select)).toEqual(relations)
})
