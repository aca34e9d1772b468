import { expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'

test('reads suites, also nested ones, and the outcome of each test', () => {
  const report = `<?xml version="1.0"?>
    <testsuites tests="99" failures="0">
      <testsuite name="web">
        <testcase name="opens" classname="Home" time="1,000.5"/>
        <testcase name="pays" classname="Cart" time="2"><failure message="no &lt;total&gt;">at line 1</failure></testcase>
        <testsuite name="inner">
          <testcase name="crashes"><error type="IOError"><![CDATA[disk full]]></error></testcase>
          <testcase name="waits"><skipped/></testcase>
        </testsuite>
      </testsuite>
    </testsuites>`
  const none = { passed: 0, failed: 0, error: 0, skipped: 0 }
  expect(parseReport(report)).toEqual([
    {
      ...none,
      name: 'web',
      passed: 1,
      failed: 1,
      duration: 1002.5,
      tests: [
        { name: 'opens', classname: 'Home', status: 'passed', duration: 1000.5, message: '' },
        { name: 'pays', classname: 'Cart', status: 'failed', duration: 2, message: 'no <total>' },
      ],
    },
    {
      ...none,
      name: 'inner',
      error: 1,
      skipped: 1,
      duration: 0,
      tests: [
        { name: 'crashes', classname: '', status: 'error', duration: 0, message: 'disk full' },
        { name: 'waits', classname: '', status: 'skipped', duration: 0, message: '' },
      ],
    },
  ])
})

test('reads one suite as the root, and suites without tests', () => {
  expect(parseReport('<testsuite name="a"><testcase name="b"/></testsuite>')).toMatchObject([{ name: 'a', passed: 1 }])
  expect(parseReport('<testsuites/>')).toEqual([])
})

test.each([
  ['<html/>', 'Not a JUnit report: its root is neither testsuites nor testsuite'],
  ['<testsuite>', 'Invalid XML, line 1: <testsuite> is not closed'],
  ['', 'Invalid XML, line 1: needs exactly one root element'],
])('rejects %j', (text, message) => {
  expect(() => parseReport(text)).toThrow(message)
})
