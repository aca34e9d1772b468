import { expect, test } from 'vitest'
import { evaluate } from './template.ts'

test.each([
  ["quantity('1Gi').asInteger()", 1_073_741_824],
  ["[isQuantity('1.5Gi'), isQuantity('12e6'), isQuantity('1Gx'), isQuantity('')]", [true, true, false, false]],
  ["quantity('1Gi') == quantity('1024Mi') && quantity('1000m') == quantity(1)", true],
  ["quantity('500Mi').isLessThan(quantity('1G')) && quantity('2').isGreaterThan(quantity('1900m'))", true],
  ["[quantity('1k').compareTo(quantity('1')), quantity('-1').sign(), quantity('0').sign()]", [1, -1, 0]],
  [
    "quantity('50Mi').add(quantity('50Mi')) == quantity('100Mi') && quantity('50k').sub(20000).asInteger() == 30000",
    true,
  ],
  ["quantity('250m').asApproximateFloat() + quantity('.5').asApproximateFloat()", 0.75],
  ["['1Gi', '2Gi'].filter(limit, quantity(limit) > quantity('1500Mi'))", ['2Gi']],
  ["{'limit': quantity('1Gi'), 'text': string(quantity('500m'))}", { limit: '1Gi', text: '500m' }],
])('quantities: %s', async (expr, expected) => {
  expect(await evaluate({ expr }, {})).toEqual(expected)
})

test.each([
  [
    "[isIP('10.0.0.1'), isIP('10.0.0.256'), isIP('::1'), isCIDR('10.0.0.0/8'), isCIDR('10.0.0.0/33')]",
    [true, false, true, true, false],
  ],
  ["[ip('10.0.0.1').family(), ip('2001:db8::1').family()]", [4, 6]],
  ["ip('2001:db8::abcd') == ip('2001:DB8:0::ABCD') && string(ip('0:0:0:0:0:0:0:1')) == '::1'", true],
  [
    "ip('127.0.0.9').isLoopback() && ip('fe80::1').isLinkLocalUnicast() && ip('224.0.0.1').isLinkLocalMulticast()",
    true,
  ],
  [
    "[ip('8.8.8.8').isGlobalUnicast(), ip('255.255.255.255').isGlobalUnicast(), ip('::').isUnspecified()]",
    [true, false, true],
  ],
  ["cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))", true],
  ["cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))", true],
  ["string(cidr('10.1.2.3/8').masked()) + ' ' + string(cidr('::1/64').prefixLength())", '10.0.0.0/8 64'],
])('addresses: %s', async (expr, expected) => {
  expect(await evaluate({ expr }, {})).toEqual(expected)
})

test.each([
  ["[isURL('https://a.test/x'), isURL('/path'), isURL('../x'), isURL('no url')]", [true, true, false, false]],
  ["url('https://user@a.test:443/p%20q?a=1&a=2&b=3').getHost()", 'a.test:443'],
  ["url('https://[::1]:80/').getHostname() + ' ' + url('https://[::1]:80/').getPort()", '::1 80'],
  [
    "url('https://a.test/p%20q?x=1').getEscapedPath() + url('https://a.test').getScheme() + url('/x').getHost()",
    '/p%20qhttps',
  ],
  ["url('https://a.test/?a=1&a=2&b=3').getQuery()", { a: ['1', '2'], b: ['3'] }],
  ["url('/x?y')", '/x?y'],
])('URLs: %s', async (expr, expected) => {
  expect(await evaluate({ expr }, {})).toEqual(expected)
})

test.each([
  ["isSemver('1.2.3') && !isSemver('latest')", true],
  ["semver('1.2.3').major() + semver('1.2.3').minor + semver('v1.2.3').patch()", 6],
  ["semver('1.10.0').isGreaterThan(semver('1.9.0')) && semver('1.0.0-rc.1').isLessThan(semver('1.0.0'))", true],
  ["semver('1.2.3').compareTo(semver('1.2.3'))", 0],
])('versions: %s', async (expr, expected) => {
  expect(await evaluate({ expr }, {})).toEqual(expected)
})

test.each([
  ["quantity('1 GB')", '"1 GB" is not a quantity such as 500m or 1Gi'],
  ["quantity('500m').asInteger()", 'the quantity 500m is not an integer'],
  ["ip('10.0.0')", '"10.0.0" is not an IP address'],
  ["cidr('10.0.0.0')", '"10.0.0.0" is not an address range such as 10.0.0.0/8'],
  ["url('a b')", '"a b" is not a URL such as https://example.com/path'],
])('%s is an error', async (expr, message) => {
  await expect(evaluate({ expr }, {})).rejects.toThrow(message)
})
