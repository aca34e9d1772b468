import { expect, test } from 'vitest'
import { readRunFilter } from './use-run-filter.ts'

const id = '0195c0de-0000-7000-8000-000000000001'

test('reads the filters from the address and ignores invalid ones', () => {
  const address = `playbook=${id}&status=running,failed&created_by=${id}&config_id=${id}&check_id=none&component_id=`
  expect(readRunFilter(new URLSearchParams(address))).toEqual({
    playbook: id,
    status: 'running,failed',
    person: id,
    config: id,
  })
  expect(readRunFilter(new URLSearchParams('status=DROP TABLE&playbook=1'))).toEqual({})
})
