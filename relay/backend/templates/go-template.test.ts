import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Duration } from './duration.ts'
import { compileGoTemplate } from './go-template.ts'
import { TemplateError } from './template-error.ts'
import { evaluate, toExpression, findExpressionError, type Template } from './template.ts'

const validate = (template: Template) => findExpressionError(toExpression(template))

const environment = {
  name: 'api',
  count: 3,
  ratio: 0.5,
  ok: true,
  empty: '',
  list: ['a', 'b', 'c'],
  none: [],
  rows: [
    { git_version: 'v1.2', ready: true },
    { git_version: 'v1.3', ready: false },
  ],
  labels: { team: 'web', app: 'shop' },
  json: { rates: { EUR: 0.9 }, id: 9007199254740993n },
  elapsed: new Duration(1500),
  at: new Date('2024-03-05T06:07:08.009Z'),
}
const render = (template: string, data: Record<string, unknown> = environment) => evaluate({ template }, data)

const getOutcome = (source: string): string => {
  try {
    return typeof compileGoTemplate(source)(environment, 100)
  } catch (error) {
    return error instanceof TemplateError && error.line !== undefined ? 'template error' : 'another error'
  }
}

describe('Go template', () => {
  test.each([
    ['plain text', 'plain text'],
    ['{{ eq .json.id 9007199254740993 }} {{ eq .json.id 9007199254740992 }}', 'true false'],
    ['{{ gt .json.id 9007199254740992 }} {{ lt .json.id 9007199254740994 }} {{ eq .json.id 3 }}', 'true true false'],
    [
      '{{ .json.id }} {{ printf "%d %v %T" .json.id .json.id .json.id }}',
      '9007199254740993 9007199254740993 9007199254740993 int',
    ],
    ['$1 = €{{.json.rates.EUR}}', '$1 = €0.9'],
    ['$(.name)-{{ .count }}', 'api-3'],
    ['$(.list | len)', '3'],
    ['$(printf "%s" (.name | toUpper))', 'API'],
    ['{{ (index .rows 0).git_version }}', 'v1.2'],
    ['{{ index .labels "team" }} {{ index .rows 1 "git_version" }}', 'web v1.3'],
    ['{{ if .ok }}yes{{ else }}no{{ end }}', 'yes'],
    ['{{ if .empty }}1{{ else if eq .count 3 4 }}2{{ else }}3{{ end }}', '2'],
    ['{{ if and .ok (gt .count 2) (not .none) }}yes{{ end }}', 'yes'],
    ['{{ or .empty "fallback" }}', 'fallback'],
    ['{{ with .json.rates }}{{ .EUR }}{{ else }}none{{ end }}', '0.9'],
    ['{{ with .empty }}x{{ else with .name }}{{ . }}{{ end }}', 'api'],
    ['{{ range .list }}{{ . }},{{ end }}', 'a,b,c,'],
    ['{{ range $i, $v := .list }}{{ $i }}{{ $v }}{{ end }}', '0a1b2c'],
    ['{{ range $k, $v := .labels }}{{ $k }}={{ $v }} {{ end }}', 'app=shop team=web '],
    ['{{ range .none }}x{{ else }}nothing{{ end }}', 'nothing'],
    ['{{ range 3 }}{{ . }}{{ end }}', '012'],
    ['{{ range .list }}{{ if eq . "b" }}{{ continue }}{{ end }}{{ . }}{{ end }}', 'ac'],
    ['{{ range .list }}{{ if eq . "b" }}{{ break }}{{ end }}{{ . }}{{ end }}', 'a'],
    ['{{ range .rows }}{{ .git_version }}/{{ $.name }} {{ end }}', 'v1.2/api v1.3/api '],
    ['{{ $x := 1 }}{{ if .ok }}{{ $x = 2 }}{{ end }}{{ $x }}', '2'],
    ['{{ $x := 1 }}{{ if .ok }}{{ $x := 2 }}{{ end }}{{ $x }}', '1'],
    ['a  {{- .name -}}  b', 'aapib'],
    ['a {{- /* quiet */ -}} b', 'ab'],
    ['{{ define "row" }}<{{ . }}>{{ end }}{{ range .list }}{{ template "row" . }}{{ end }}', '<a><b><c>'],
    ['{{ block "greet" .name }}hello {{ . }}{{ end }}', 'hello api'],
    ['{{`{{ .raw }}`}}', '{{ .raw }}'],
    ['{{ "a\\tb\\u00e9\\x41" }}', 'a\tbéA'],
    ["{{ 'a' }} {{ 0x1F }} {{ 1_000 }} {{ -2.5e1 }}", '97 31 1000 -25'],
    ['[{{ .missing }}]', '[]'],
    ['{{ .labels }} {{ .list }}', 'map[app:shop team:web] [a b c]'],
    ['{{ .elapsed }} {{ .elapsed.Milliseconds }} {{ .elapsed.Seconds }}', '1.5s 1500 1.5'],
    ['{{ .at.Format "2006-01-02 15:04:05.000 Mon Jan 2" }}', '2024-03-05 06:07:08.009 Tue Mar 5'],
    ['{{ (.at.AddDate 0 1 -1).Format "2006-01-02" }}', '2024-04-04'],
    ['{{ (getHealth (dict "status" (dict "phase" "Running"))).health }}', 'healthy'],
    ['{{ date "Jan _2 3:04PM" .at }}', 'Mar  5 6:07AM'],
    [
      '{{ printf "%05.1f|%-5s|%5d|%q|%v|%t|%x|%%|%d" .ratio "ab" .count .name .list .ok 255 }}',
      '000.5|ab   |    3|"api"|[a b c]|true|ff|%|%!d(MISSING)',
    ],
    ['{{ printf "%d %s" "a" "b" "c" }}', '%!d(string=a) b%!(EXTRA string=c)'],
    ['{{ len .name }} {{ slice .name 1 2 }} {{ slice .list 1 }}', '3 p [b c]'],
    ['{{ html "<a>&" }} {{ urlquery "a b&c" }} {{ js "it\'s" }}', "&lt;a&gt;&amp; a+b%26c it\\'s"],
    ['{{ print 1 2 "a" 3 }}{{ println .name }}', '1 2a3api\n'],
    ['{{ .empty | default "unset" }} {{ default "x" .missing }}', 'unset x'],
    ['{{ .name | strings.Repeat 2 | strings.ToUpper | strings.TrimPrefix "AP" }}', 'IAPI'],
    ['{{ join .list ", " }} {{ .list | join "-" }} {{ split "," "a,b" | last }}', 'a, b, c a-b-c b'],
    ['{{ humanizeBytes 1536 }} {{ 90000000 | humanizeDuration }} {{ humanizeDuration "90s" }}', '1.5K 1d1h 1m30s'],
    ['{{ add 1 2 3 }} {{ sub 5 2 }} {{ math.Mul 2 3 }} {{ div 7 2 }} {{ max 1 4 2 }} {{ round 2.5 }}', '6 3 6 3.5 4 3'],
    ['{{ .labels | toJSON }} {{ (json "{\\"a\\":[1]}").a }}', '{"team":"web","app":"shop"} [1]'],
    [
      '{{ toYaml (dict "yes" "n" "b" "off" "a" "y" "c" "1_000" "d" "12" "e" "1.10" "f" "2024-01-01" "g" "null" "h" "x") }}',
      'a: "y"\nb: "off"\nc: "1_000"\nd: "12"\ne: "1.10"\nf: "2024-01-01"\ng: "null"\nh: x\n"yes": "n"\n',
    ],
    [
      '{{ toYaml (dict "z" "=" "a" "0o17" "b" (list "=" "ok") "c" "") }}',
      'a: "0o17"\nb:\n  - "="\n  - ok\nc: ""\nz: "="\n',
    ],
    ['{{ toYaml nil }}{{ toYaml "on" }}', 'null\n"on"\n'],
    ['{{ $p := split "-" "a-b" }}{{ $p._0 }}{{ $p._1 }}{{ (split "/" "x/y")._1 }}', 'aby'],
    ['{{ adler32sum "Wikipedia" }}', '300286872'],
    ['{{ has .labels "team" }} {{ keys .labels }} {{ coll.Dict "a" 1 | toYAML }}', 'true [app team] a: 1\n'],
    ['{{ base64.Encode "hello world" }} {{ regexp.Replace "(\\\\d+)" "<$1>" "a12b" }}', 'aGVsbG8gd29ybGQ= a<12>b'],
    ['{{ jsonpath "$.rates.EUR" .json }}', '0.9'],
  ])('%s', async (template, expected) => {
    expect(await render(template)).toBe(expected)
  })

  test('chooses its own delimiters in a comment', async () => {
    expect(await render('#! pwsh\n# gotemplate: left-delim=$[[ right-delim=]]\n$m = "$[[.name]]" {{ $(x) }}')).toBe(
      '#! pwsh\n$m = "api" {{ $(x) }}',
    )
  })

  test.each([
    ['a\n  {{ if .ok }}x', 'Go template, line 2, column 16: Missing {{end}}.'],
    ['{{ end }}', 'Go template, line 1, column 4: Unexpected {{end}}.'],
    ['{{ .a', 'Go template, line 1, column 3: Missing }} at the end of this action.'],
    ['{{ "abc }}', 'Go template, line 1, column 4: Missing end of the string that starts with ".'],
    ['{{ toUper .name }}', "Go template, line 1, column 4: Unknown function 'toUper' (did you mean 'toUpper'?)."],
    [
      '{{ strings.Splitt "," .name }}',
      "Go template, line 1, column 4: Unknown function 'strings.Splitt' (did you mean 'strings.Split'?).",
    ],
    ['{{ $x }}', 'Go template, line 1, column 4: Undefined variable $x.'],
    ['{{ if $x := 1 }}{{ end }}{{ $x }}', 'Go template, line 1, column 29: Undefined variable $x.'],
    ['{{ (len .a }}', 'Go template, line 1, column 12: Missing ).'],
    ['{{ break }}', 'Go template, line 1, column 4: {{break}} is only allowed inside a range.'],
    ['{{ .a | 3 }}', 'Go template, line 1, column 9: Only a function can follow a |.'],
    ['{{ }}', 'Go template, line 1, column 4: Missing value.'],
    ['{{ .a := 3 }}', "Go template, line 1, column 7: Unexpected ':='."],
    ['{{ . ; }}', 'Go template, line 1, column 6: Unexpected ";".'],
    ['{{ /* x }}', 'Go template, line 1, column 1: Missing */ at the end of this comment.'],
  ])('reports the parse error of %j', async (template, message) => {
    expect((await validate({ template }))?.message).toBe(message)
  })

  test.each([
    ['{{ .missing.more }}', "Go template, line 1, column 12: Cannot read '.more' of an undefined value."],
    ['{{ .name.more }}', "Go template, line 1, column 9: a string has no '.more'."],
    ['{{ index .list 7 }}', 'Go template, line 1, column 4: index: position 7 is out of range (length 3)'],
    ['{{ lt .name 3 }}', 'Go template, line 1, column 4: lt: a string and a number cannot be ordered.'],
    [
      '{{ range .name }}{{ end }}',
      'Go template, line 1, column 10: A range needs a list, a map or an integer, got a string.',
    ],
    ['{{ template "none" }}', 'Go template, line 1, column 4: Undefined template "none".'],
    ['{{ fail "not today" }}', 'Go template, line 1, column 4: fail: not today.'],
    ['{{ div 1 0 }}', 'Go template, line 1, column 4: div: division by 0.'],
  ])('reports the runtime error of %j', async (template, message) => {
    await expect(render(template)).rejects.toThrow(message)
  })

  test.each([
    ['{{ range 1000000 }}x{{ end }}', 'Cannot loop 1000000 times (maximum 200000).'],
    ['{{ range 1000 }}{{ range 1000 }}x{{ end }}{{ end }}', 'Stopped after 200000 steps.'],
    ['{{ range 100 }}{{ strings.Repeat 100000 "x" }}{{ end }}', 'The output exceeds 1000000 characters.'],
    ['{{ strings.Repeat 100000000 "x" }}', 'cannot repeat a string 100000000 times'],
    ['{{ printf "%1000000d" 1 }}', 'width 1000000 is too large'],
    [
      '{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}',
      'Templates include each other more than 50 levels deep.',
    ],
    [`${'{{ if true }}'.repeat(200)}${'{{ end }}'.repeat(200)}`, 'Nested deeper than 100 levels.'],
    [`{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`, 'Nested deeper than 100 levels.'],
  ])('stops %j', async (template, message) => {
    await expect(render(template)).rejects.toThrow(message)
  })

  test.each([
    '.labels.constructor',
    '.labels.__proto__',
    'index .labels "constructor"',
    '.labels.toString',
    'get .labels "__proto__"',
    'nil',
  ])('finds nothing behind %s', async (path) => {
    expect(await render(`{{ ${path} }}`)).toBe('')
  })

  test.each(['.list.length', '.list.map', '.name.constructor', '.at.getTime', '.elapsed.ms'])(
    'does not reach %s',
    async (path) => {
      await expect(render(`{{ ${path} }}`)).rejects.toThrow(/has no '\./)
    },
  )

  test('throws only template errors for any text', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '$(',
      ')',
      '(',
      ' ',
      '.',
      '.a',
      '.list',
      '$',
      '$x',
      ':=',
      '=',
      '|',
      ',',
      '"',
      '`',
      "'",
      '-',
      '/*',
      '*/',
      'if',
      'else',
      'end',
      'range',
      'with',
      'define',
      'template',
      'len',
      'printf',
      'index',
      '1',
      '0x',
      '\n',
      'é',
      '\\',
      'nil',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 30 }), (pieces) => {
        expect(getOutcome(pieces.join(''))).not.toBe('another error')
      }),
      { numRuns: 3000 },
    )
  })
})
