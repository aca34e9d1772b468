import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Duration } from './duration.ts'
import { TemplateError } from './template-error.ts'
import { evaluate, toExpression, findExpressionError, templateSchema, type Template } from './template.ts'

const validate = (template: Template) => findExpressionError(toExpression(template))

describe('template value', () => {
  test('is exactly one of the four languages', () => {
    expect(templateSchema.parse({ expr: '1' })).toEqual({ expr: '1' })
    expect(templateSchema.parse({ jsonpath: '$.a' })).toEqual({ jsonPath: '$.a' })
    const messages = [{}, { expr: '1', template: '2' }, { jsonPath: '$', jsonpath: '$' }].map(
      (value) => templateSchema.safeParse(value).error?.issues[0]?.message,
    )
    expect(messages).toEqual([
      'needs exactly one of expr, template, jsonPath, javascript, but has none',
      'needs exactly one of expr, template, jsonPath, javascript, but has expr and template',
      'needs exactly one of expr, template, jsonPath, javascript, but has jsonPath',
    ])
  })
})

describe('CEL', () => {
  const environment = {
    code: 200,
    json: { rates: { EUR: 0.5, GBP: 2 }, list: [{ name: 'a', age: 3 }] },
    headers: { 'content-type': 'text/html' },
    elapsed: new Duration(1500),
    check: { name: 'front', age: new Duration(600_000) },
    sslAge: new Duration(8 * 86_400_000),
  }
  test.each([
    ['type == "Service"', { type: 'Service' }, true],
    ['type.startsWith("Serv") && type in ["Service"]', { type: 'Service' }, true],
    ['.type == "Service"', { type: 'Service' }, true],
    ['config.type == "Service" && type("a") == string', { config: { type: 'Service' } }, true],
    ['map.size() + string.size()', { map: { a: 1 }, string: 'ab' }, 3],
    ['["a"].map(type, type + "!")', { type: 'Service' }, ['a!']],
    ['["a"].map(each, type + each)', { type: 'Service' }, ['Servicea']],
    ['["a"].map(each, type != "", type + each)', { type: 'Service' }, ['Servicea']],
    ['type(1) == int && type(type(1)) == type', {}, true],
    ['type == ""', { type: '' }, true],
  ])('the variable of a document wins over a type of CEL in %s', async (expr, environment, expected) => {
    expect(await evaluate({ expr }, environment)).toEqual(expected)
  })

  test.each([
    ['code in [200, 201]', true],
    ["code in [200,201,301] && sslAge < Duration('7d')", false],
    ["check.age > duration('5m') && check.name == 'front'", true],
    ["elapsed < duration('2s')", true],
    ["'€' + string(json.rates.EUR)", '€0.5'],
    ['code + 1', 201],
    ['code / 100 == 2', true],
    ['code % 2 == 0', true],
    ['json.list.filter(row, row.age > 2).map(row, row.name)', ['a']],
    ['has(json.nothing)', false],
    ["json.?nothing.orValue('none')", 'none'],
    ['elapsed', '1.5s'],
    ['{"a": 1, "b": [2u, 2.5]}', { a: 1, b: [2, 2.5] }],
    ["timestamp('2024-01-02T03:04:05Z')", '2024-01-02T03:04:05.000Z'],
    ["!('Authorization' in headers.keys())", true],
    ['json.rates.keys().join("-")', 'EUR-GBP'],
    ['elapsed.getMilliseconds() > 1000', true],
    ["Age('7d') > duration('100h') && sslAge > Age('1h')", true],
    ['math.Add([1, 2]) + math.greatest(1, code)', 203],
    ['HumanSize(1536) + " " + humanizeDuration(elapsed)', '1.5K 1s'],
    ["strings.ToUpper('a') + 'Hello World'.snakeCase() + 'x'.repeat(2)", 'Ahello_worldxx'],
    ["regexp.Match('^t.xt', headers['content-type']) && 'a1b2'.find('[0-9]') == '1'", true],
    ['[3, 1, 2].sort() == [1, 2, 3] && [1, 1, 2].distinct().size() == 2', true],
    ['[1, 2, 3.5].sum()', 6.5],
    [`'{"a":[1,2]}'.JSON().a[1]`, 2],
    ['jsonpath("$.rates.GBP", json)', 2],
    ['json.rates.toJSON()', '{"EUR":0.5,"GBP":2}'],
    ['json.list.map(row, row.age).max()', 3],
    ["'%s has %d'.format(['x', 3])", 'x has 3'],
    ["base64.decode(base64.encode('hi')) + crypto.SHA1('')", 'hida39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ["k8s.cpuAsMillicores('500m') + k8s.memoryAsBytes('1Ki')", 1524],
    ["timestamp('2024-01-02T03:04:05Z').formatTime('2006-01-02')", '2024-01-02'],
    ["timestamp('2024-01-02')", '2024-01-02T00:00:00.000Z'],
    ["timestamp('2024-01-02') < now() && now() - timestamp('2024-01-02') > duration('24h')", true],
    ["timestamp('2024-01-02T03:04:05.123456789+02:00')", '2024-01-02T01:04:05.123Z'],
    ["string(timestamp('2024-01-02T03:04:05Z'))", '2024-01-02T03:04:05Z'],
    ["string(duration('1us')) + string(duration('0s')) + string(duration('100s'))", '0.000001s0s100s'],
    ["string(duration('1h30m')) + string(duration('-1500ms')) + string(check.age)", '5400s-1.5s600s'],
    ["'2024-03-02T03:04:05Z'.getMonth() + '2024-03-02'.getDate() + '2024-03-02T23:00:00Z'.getHours('+02:00')", 5],
    ["'2024-03-02'.getDayOfWeek() + '2024-03-02T03:04:05Z'.getFullYear()", 2030],
    ["string(timestamp('2024-01-02T03:04:05.120Z')) + string(duration('90s'))", '2024-01-02T03:04:05.12Z90s'],
    ["int(timestamp('1970-01-01T00:01:00Z'))", 60],
    ['YAMLArray("[1, 2]").size()', 2],
    ['k8s.getHealth({"kind": "Pod", "status": {"phase": "Failed", "message": "Evicted"}}).message', 'Evicted'],
    [
      'k8s.getHealth({"status": {"conditions": [{"type": "Ready", "status": "False", "message": "no"}]}}).message',
      'no',
    ],
    ['k8s.getHealth({}).health + k8s.getHealth({}).status', 'unknown'],
    ['timestamp(1704164645)', '2024-01-02T03:04:05.000Z'],
    ["time.Since(timestamp('2020-01-01T00:00:00Z')) > duration('1h')", true],
    ["filepath.Base('/a/b.txt') + urlencode(' &')", 'b.txt+%26'],
  ])('%s', async (expr, expected) => {
    expect(await evaluate({ expr }, environment)).toEqual(expected)
  })

  test.each([
    ['code ==\n  == 2', 'CEL expression, line 2, column 3: Unexpected token: EQ.'],
    [
      "json.list.mapp(x, x) == sizee('a')",
      "CEL expression, line 1, column 1: Unknown function 'mapp' (did you mean 'map'?).",
    ],
  ])('reports the parse error of %s', async (expr, message) => {
    expect((await validate({ expr }))?.message).toBe(message)
  })

  test.each(['2024-02-30', '2024-13-01', 'yesterday', '2024-01-02T03:04'])('rejects the time %s', async (text) => {
    await expect(evaluate({ expr: 'timestamp(text)' }, { text })).rejects.toThrow(
      'must be a time such as 2026-01-31T09:00:00Z, or a date such as 2026-01-31',
    )
  })

  test('reports missing values at runtime', async () => {
    await expect(evaluate({ expr: 'json.nothing.more' }, environment)).rejects.toThrow(
      'CEL expression, line 1, column 6: No such key: nothing.',
    )
    await expect(evaluate({ expr: 'nothing' }, environment)).rejects.toThrow('Unknown variable: nothing.')
  })

  test.each(['json.__proto__', 'json.constructor', 'json.toString', "json['constructor']"])(
    'does not reach %s',
    async (expr) => {
      await expect(evaluate({ expr }, environment)).rejects.toThrow('No such key')
    },
  )

  test('matches without backtracking', async () => {
    expect(await evaluate({ expr: "text.matches('^(a+)+$')" }, { text: `${'a'.repeat(60_000)}!` })).toBe(false)
  })
})

test.each([
  [{ expr: 'json.id == 9007199254740993' }, true],
  [{ expr: 'json.id == 9007199254740992' }, false],
  [{ expr: 'string(json.id)' }, '9007199254740993'],
  [{ expr: 'json.id' }, '9007199254740993'],
  [{ template: '{{.json.id}}' }, '9007199254740993'],
  [{ javascript: 'json.id' }, '9007199254740993'],
  [{ jsonPath: '$.json.id' }, '9007199254740993'],
])('integers beyond 2^53 keep their digits: %j', async (template, value) => {
  expect(await evaluate(template, { json: { id: 9007199254740993n } })).toBe(value)
})

test.each([
  ['$.list[?@.id == $.wanted].name', ['b']],
  ['$.list[?@.id != $.wanted].name', ['a']],
  ['$.list[?$.wanted == @.id && @.name != "x"].name', ['b']],
])('%s compares integers beyond 2^53 exactly', async (jsonPath, names) => {
  const list = [
    { id: 9007199254740992n, name: 'a' },
    { id: 9007199254740993n, name: 'b' },
  ]
  expect(await evaluate({ jsonPath }, { wanted: 9007199254740993n, list })).toEqual(names)
})

describe('JSONPath', () => {
  const environment = { items: [{ name: 'a' }, { name: 'b' }], one: { two: [1, 2] } }
  test.each([
    ['$.one.two[0]', 1],
    ['{.one.two[1]}', 2],
    ['one.two', [1, 2]],
    ['$.items[*].name', ['a', 'b']],
    ["$.items[?@.name == 'b'].name", ['b']],
    ['$.nothing', null],
    ['$..nothing', []],
    ['$.constructor', null],
  ])('%s', async (jsonPath, expected) => {
    expect(await evaluate({ jsonPath }, environment)).toEqual(expected)
  })

  test('reports an invalid path when parsed', async () => {
    expect(await validate({ jsonPath: '$.items[' })).toMatchObject({ language: 'jsonPath', line: 1, column: 9 })
  })
})

const getOutcome = async (template: Template): Promise<string> => {
  try {
    const value = await evaluate(template, { a: 1, json: { a: [1, null, { b: 'x' }] } })
    return typeof JSON.stringify(value) === 'string' ? 'JSON' : `no JSON: ${String(value)}`
  } catch (error) {
    return error instanceof TemplateError ? 'template error' : `another error: ${String(error)}`
  }
}

describe('for any text', () => {
  const piece = fc.constantFrom(
    'a',
    'json',
    '.',
    '?.',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '$',
    '..',
    '*',
    '@',
    '?',
    '==',
    '&&',
    '||',
    '!',
    "'",
    '"',
    '1',
    '-',
    ':',
    ',',
    ' in ',
    'has(',
    '.map(',
    'x, ',
    'matches(',
    '\\',
    'é',
    '\n',
    'null',
    'true',
  )
  const text = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 20 })
    .map((parts) => parts.join(''))
  test.each(['expr', 'jsonPath'] as const)('%s returns JSON or a template error', async (language) => {
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        fc.pre(source !== '')
        expect(await getOutcome({ [language]: source })).toMatch(/^(?:JSON|template error)$/)
      }),
      { numRuns: 1500 },
    )
  })
})

test.each([
  { expr: `${'('.repeat(40_000)}1${')'.repeat(40_000)}` },
  { expr: '!'.repeat(90_000) + 'true' },
  { jsonPath: `$[?${'('.repeat(40_000)}@.a${')'.repeat(40_000)}]` },
  { template: `{{ ${'('.repeat(40_000)}1${')'.repeat(40_000)} }}` },
  { javascript: `${'('.repeat(40_000)}1${')'.repeat(40_000)}` },
])('rejects endless nesting when parsed', async (template) => {
  expect(await validate(template)).toBeInstanceOf(TemplateError)
  expect(await evaluate({ expr: '1 + 1' }, {})).toBe(2)
})

describe('JavaScript', () => {
  const environment = { code: 200, json: { rates: { EUR: 1, GBP: 2 } } }
  test.each([
    ['code == 200', true],
    ['var all = ""; for (var currency in json.rates) { all += currency + json.rates[currency] }; all', 'EUR1GBP2'],
    ['undeclared = { a: [code] }; undeclared', { a: [200] }],
    ['undefined', null],
    ['(() => 1)', null],
    ['typeof process + typeof require + typeof fetch + typeof setTimeout', 'undefinedundefinedundefinedundefined'],
    ["(0, [].constructor.constructor)('return typeof process')()", 'undefined'],
    ['_.every(json.rates, (rate) => rate > 0)', true],
    ['_.chain(json.rates).keys().map(_.escape).value().join()', 'EUR,GBP'],
    ['[1, 2].map((_) => _ * 2).join()', '2,4'],
  ])('%s', async (javascript, expected) => {
    expect(await evaluate({ javascript }, environment)).toEqual(expected)
  })

  test.each([
    ['while (true) {}', /Timed out\./],
    ['var all = []; while (true) all.push("x".repeat(1000000) + all.length)', /memory|Timed out/],
    ['(function again() { return again() + 1 })()', /Nested too deep/],
    ['missing.thing', /line 1.*ReferenceError: 'missing' is not defined/],
    ['throw "plain"', /Threw "plain"/],
    ['import("node:fs").then(console.log)', /console/],
  ])('rejects %s', async (javascript, message) => {
    await expect(evaluate({ javascript }, environment, { timeoutMs: 1000 })).rejects.toThrow(message)
  })

  test('keeps working after a run that broke the interpreter', async () => {
    await expect(evaluate({ javascript: '(function again() { return again() + 1 })()' }, {})).rejects.toThrow(
      'Nested too deep',
    )
    expect(await evaluate({ javascript: 'code + 1' }, environment)).toBe(201)
  })

  test('reports invalid text when parsed', async () => {
    expect(await validate({ javascript: 'var a = 1\nvar = 2' })).toMatchObject({ language: 'javascript', line: 2 })
  })
})
