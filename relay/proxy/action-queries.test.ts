import { expect, test } from 'vitest'
import { isActionQuery, assertPlainActions } from './action-queries.ts'

test.each([
  '/api/db/playbook_run_actions?id=eq.1&select=*,artifacts:artifacts(*)',
  '/api/db/playbook_run_actions?playbook_run_id=eq.1&select=id,name,out:result&order=start_time.desc.nullslast&limit=9',
  '/api/db/rpc/get_playbook_run_actions?run_id=1',
  '/api/db/playbook_runs?select=id,check:checks(id,name),canary:canaries!checks_canary_id_fkey(id)&id=eq.1',
  '/api/db/artifacts?playbook_run_action_id=eq.1',
  '/api/db/checks?name=like.*playbook_run_actions*',
  '/api/playbook/run/1',
])('accepts %s', (address) => {
  expect(() => assertPlainActions(address)).not.toThrow()
})

test.each([
  'playbook_run_actions?select=result->error',
  'playbook_run_actions?select=x:result->error->context->connection->>envVars',
  'playbook_run_actions?select=result::text',
  'playbook_run_actions?select=%22result%22::text',
  'playbook_run_actions?select=quote_literal',
  'playbook_run_actions?select=row_to_json->>result',
  'playbook_run_actions?select=id,artifacts(playbook_run_actions(result->error))',
  'playbook_run_actions?result=gt.{}',
  'playbook_run_actions?result->error->context->connection->>envVars=like.*SECRET=a*',
  'playbook_run_actions?quote_literal=like.*SECRET=a*',
  'playbook_run_actions?or=(result-%3E%3Eerror.like.*a*)',
  'playbook_run_actions?order=result',
  'playbook_run_actions?order=id,result->error',
  '%70laybook_run_actions?order=result',
  'playbook_run_actions#?order=result',
  'rpc/get_playbook_run_actions?run_id=1&select=result->error',
  'playbook_runs?select=id,playbook_run_actions(result->error)',
  'playbook_runs?select=x:playbook_run_actions!inner(id)&x.result=gt.{}',
  'playbook_runs?select=...playbook_run_actions (result)',
  'playbook_runs?select=x:%22playbook_run_%5Cactions%22(result)',
  'playbook_runs?select=x:playbook_run_playbook_run_id_fkey(result)',
  'artifacts?select=playbook_run_action_id(result)',
  'playbook_action_agent_data?select=action_id(result)',
])('rejects selecting or filtering on parts of a result: %s', (query) => {
  expect(() => assertPlainActions(`/api/db/${query}`)).toThrow('can’t be queried this way')
  expect(() => assertPlainActions(`http://console/api/db/${query}`)).toThrow('can’t be queried this way')
})

test('recognizes an action query in any spelling', () => {
  expect(isActionQuery('/api/db/%70laybook_run_actions?id=eq.1')).toBe(true)
  expect(isActionQuery('/api/db/rpc/get_playbook_run_actions')).toBe(true)
  expect(isActionQuery('/api/db/playbook_runs?x=playbook_run_actions')).toBe(false)
})
