import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scriptCommand } from '#relay/backend/process/script-interpreter.ts'
import { compileProgram } from './compile-program.ts'
import type { Declarations } from './own-values.ts'
import type { FilledProgram, ProgramKind } from './program-source.ts'

const declarations: Declarations = {
  parameters: [{ name: 'node' }, { name: 'sure', type: 'checkbox' }],
  env: [
    { name: 'OWN', value: 'ls -l' },
    { name: 'FILLED', value: '{{.params.node}}' },
  ],
}
const createEnvironment = (node: string) => ({
  params: { node, sure: 'true' },
  check: { name: node },
  request: { headers: { 'x-name': node }, query: { q: node } },
  playbook: { name: 'drain' },
  lastAction: { result: { stdout: node } },
  env: { OWN: 'ls -l' },
})
const fillAs = (kind: ProgramKind, text: string, node: string) =>
  compileProgram(text, { kind, declarations })(createEnvironment(node), 1_000) as FilledProgram
const fill = (script: string, node: string) => fillAs('script', script, node)
const findErrorAs = (kind: ProgramKind, text: string): string | undefined => {
  try {
    compileProgram(text, { kind, declarations })
    return undefined
  } catch (error) {
    return String(error)
  }
}
const findError = (script: string) => findErrorAs('script', script)

const run = (script: string, node: string): string => {
  const { text, variables } = fill(script, node)
  const how = scriptCommand(text)
  if ('error' in how) throw new Error(how.error)
  const { PATH = '' } = process.env
  return spawnSync(how.command, how.args, { env: { PATH, ...variables }, encoding: 'utf8' }).stdout
}

const hostile = [
  'x; echo INJECTED',
  '$(echo INJECTED)',
  '`echo INJECTED`',
  "'; echo INJECTED; '",
  '"; echo INJECTED; "',
  'a\necho INJECTED',
  'EOF\necho INJECTED',
  '${HOME}',
  '* ? [a]',
  'a  b\t c',
  '\\\'\\"\\',
  '-n',
  '!x #y ~z {a,b}',
  '',
]

/** Each prints its value between two bars. */
const positions = [
  String.raw`printf '|%s|' {{.params.node}}`,
  String.raw`printf '|%s|' "{{.params.node}}"`,
  String.raw`printf '|%s|' '{{.params.node}}'`,
  String.raw`printf '|%s|' $(.params.node)`,
  String.raw`printf '|%s|' $(params.node)`,
  String.raw`printf '|%s|' "$(.params.node | strings.TrimPrefix "")"`,
  String.raw`printf '|%s|' $(getLastAction.result.stdout)`,
  String.raw`printf '|%s|' {{params.node}}`,
  String.raw`x=$(printf y) && printf '|%s|' "$(params.node)"`,
  String.raw`printf '|%s|' "$(printf '%sx' {{.params.node}})" | sed 's/x|$/|/'`,
  String.raw`x={{.params.node}}; printf '|%s|' "$x"`,
  String.raw`export X="{{.params.node}}"; printf '|%s|' "$X"`,
  'cat <<EOF | tr -d "\\001"\n|{{.params.node}}|\nEOF',
  'cat <<-EOF\n\t|{{.params.node}}|\n\tEOF',
  String.raw`case {{.params.node}} in *) printf '|%s|' {{.params.node}};; esac`,
  String.raw`for x in {{.params.node}}; do printf '|%s|' "$x"; done`,
  String.raw`f() { printf '|%s|' "$1"; }; f {{.params.node}} # of {{.params.node}}`,
  String.raw`if [ {{.params.node}} = "{{.params.node}}" ]; then printf '|%s|' {{.params.node}}; fi`,
  String.raw`{{if .params.sure}}printf '|%s|'{{else}}false{{end}} {{.params.node}}`,
  String.raw`(printf '|%s|' {{.params.node}}) 2>/dev/null`,
]

describe.each(['sh', 'bash'])('value in a script for %s', (shell) => {
  test.each(positions)('is passed unchanged at %j', (position) => {
    for (const value of hostile) {
      const printed = run(`#!/bin/${shell}\n${position}`, value)
      expect(printed.replace(/\n$/, '')).toBe(`|${value}|`)
    }
  })

  test('is passed unchanged for any content and position', () => {
    const characters = fc.constantFrom(...'\'"`$(){}[]<>|&;#\\*?!~-= \t\nEOFax0%^'.split(''))
    const text = fc.array(characters, { maxLength: 12 }).map((all) => all.join(''))
    const quoted = fc.constantFrom(
      '{{.request.query.q}}',
      '"a{{.check.name}}b"',
      "'c {{.params.node}} d'",
      'e"f{{.params.node}}"\'g\'',
    )
    fc.assert(
      fc.property(text, fc.array(quoted, { minLength: 1, maxLength: 12 }), (value, parts) => {
        const script = `#!/bin/${shell}\n# {{.check.name}}\n${parts.map((part) => `printf '%s\\001' ${part}`).join('\n')}`
        const expected = parts.map((part) =>
          part
            .replaceAll(/\{\{[^}]*\}\}/g, '\0')
            .replaceAll(/["']/g, '')
            .replaceAll('\0', () => value),
        )
        expect(run(script, value).split('\u0001').slice(0, -1)).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })
})

test('names script variables after their values', () => {
  expect(fill('./drain.sh $(.params.node) "{{.check.name | printf "%s!"}}"', 'web')).toEqual({
    text: './drain.sh "${QD_PARAMS_NODE}" "${QD_VALUE}"',
    variables: { QD_PARAMS_NODE: 'web', QD_VALUE: 'web!' },
    values: [],
  })
})

test('node reads values as expressions, never as code', () => {
  const script =
    '#!/usr/bin/env node\n// {{.params.node}}\nprocess.stdout.write({{.params.node}} + "|" + {{.check.name}})'
  for (const value of ['"); process.exit(3); ("', 'a\nthrow 1', '${1}', '`'])
    expect(run(script, value)).toBe(`${value}|${value}`)
})

test.each([
  [
    'cat <<"EOF"\n{{.params.node}}\nEOF',
    /line 2, column 3: .*EOF, because that is quoted\. Put it into a variable, env: \[\{name: NODE/,
  ],
  ["cat <<'E'\n{{.check.name}}\nE", /because that is quoted/],
  ['echo $(( {{.params.node}} + 1 ))', /the shell would evaluate it as arithmetic/],
  ['(( x = {{.params.node}} ))', /the shell would evaluate it as arithmetic/],
  ['echo $[ {{.params.node}} ]', /the shell would evaluate it as arithmetic/],
  ['[[ {{.params.node}} -gt 3 ]]', /the shell evaluates it as arithmetic; use/],
  ['echo $(( $(echo {{.params.node}}) ))', /the shell would evaluate it as arithmetic/],
  ['echo `echo {{.params.node}}`', /backticks/],
  ['echo ${X:-{{.params.node}}}', /\$\{…\}/],
  ["echo $'{{.params.node}}'", /\$'…'/],
  ['echo \\{{.params.node}}', /precedes it directly/],
  ['echo ${{.params.node}}', /precedes it directly/],
  ['a[{{.params.node}}]=1', /brackets/],
  ['{{.params.node}} --all', /the program to run/],
  ['sudo {{.params.node}}', /the program to run/],
  ['true; if true; then {{.params.node}}; fi', /the program to run/],
  ['f() { {{.params.node}}; }; f', /the program to run/],
  ['$(echo {{.params.node}})', /the program to run/],
  ['PATH={{.params.node}} ls', /PATH decides which program runs/],
  ['eval "echo {{.params.node}}"', /eval reads its arguments as a program/],
  ['eval $(echo {{.params.node}})', /eval reads/],
  ["'ev'al {{.params.node}}", /eval reads/],
  ['trap "rm {{.params.node}}" EXIT', /trap reads/],
  ['. {{.params.node}}', /\. reads/],
  ['ssh host "uptime {{.params.node}}"', /ssh reads/],
  ['sh -c "echo {{.params.node}}"', /sh reads it as a program/],
  ["bash -xc 'echo {{.params.node}}'", /bash reads it as a program/],
  ['sudo timeout 5 bash -c "echo {{.params.node}}"', /bash reads it as a program/],
  ['kubectl exec p -- sh -c "ls {{.params.node}}"', /sh reads it as a program/],
  ['bash {{.params.node}}', /bash reads it as a program/],
  ['python3 -c "print({{.params.node}})"', /python3 reads it as a program/],
  ['node -e "{{.params.node}}"', /node reads it as a program/],
  ["awk '/{{.params.node}}/ {print}' f", /awk reads/],
  ['sed -i "s/a/{{.params.node}}/" f', /sed reads/],
  ['psql -c "select {{.params.node}}"', /psql reads it as a program/],
  ['echo {{.params.node}} | sh', /runs it as a program/],
  ['(echo {{.params.node}}) | sudo bash -s', /runs it as a program/],
  ['bash <<EOF\necho {{.params.node}}\nEOF', /runs it as a program/],
  ['cat <<EOF | ssh host\n{{.params.node}}\nEOF', /runs it as a program/],
  ['bash <<< "{{.params.node}}"', /runs it as a program/],
  ['echo {{.params.node}} | xargs -I% sh -c "ls %"', /runs it as a program/],
  ['declare -i x={{.params.node}}', /variable's name/],
  ['declare {{.params.node}}', /variable's name/],
  ['printf {{.params.node}} x', /option of printf/],
  ['git clone {{.params.node}}', /option of git/],
  ['{{if .params.sure}}echo "{{else}}echo {{end}}{{.params.node}}', /quoted differently in different branches/],
  ['{{if .params.sure}}bash -c{{else}}echo{{end}} {{.params.node}}', /bash reads it as a program/],
  ['#!/usr/bin/env python3\nprint("{{.params.node}}")', /inside quotes/],
  ['#!/usr/bin/env node\nconsole.log(`{{.params.node}}`)', /inside quotes/],
  ["#!/usr/bin/env node\nconsole.log('{{.params.node}}')", /inside quotes/],
  ['#! pwsh\nWrite-Output {{.params.node}}', /not filled into scripts for pwsh/],
  ['#!{{.params.node}}\nx', /not filled into scripts/],
])('rejects %j', (script, reason) => {
  expect(findError(script)).toMatch(reason)
})

test.each([
  './drain.sh {{.params.node}} --now',
  'kubectl scale deployment {{.params.node}} --replicas={{.params.sure}} -n "{{.check.name}}"',
  `curl -X POST -d '{"name": "{{.params.node}}"}' "https://h/{{.check.name}}"`,
  'printf "{{.params.node}}" | base64',
  'bash script.sh {{.params.node}}',
  `bash -c 'echo "$1"' _ {{.params.node}}`,
  'if [[ "{{.params.node}}" == "yes" && -n {{.check.name}} ]]; then echo ok; fi',
  'cat <<EOF | kubectl apply -f -\nname: {{.params.node}}\nEOF',
  'echo {{.params.node}} | python3 -m json.tool',
  'git checkout -- {{.params.node}}',
  'docker ps --format \'{{"{{"}}.Names{{"}}"}}\'',
  '{{range .params}}echo {{.}}\n{{end}}',
  'x=({{.params.node}} "{{.check.name}}"); echo "${x[@]}" > "{{.params.node}}.txt" 2>&1',
  'case "$1" in a) echo {{.params.node}};; esac; (cd /; ls {{.params.node}})',
])('accepts %j', (script) => {
  expect(findError(script)).toBeUndefined()
})

describe('raw', () => {
  test.each([
    '{{.playbook.name | raw}} x',
    '{{raw .env.OWN}}',
    'run --sure={{.params.sure | raw}}',
    '{{with .playbook}}{{.name | raw}}{{end}}',
  ])('%j is text of the author', (script) => expect(findError(script)).toBeUndefined())

  test.each([
    ['{{.params.node | raw}}', /user input as node/],
    ['{{raw .params}}', /user input/],
    ['{{raw .env.FILLED}}', /a variable filled from a template/],
    ['{{raw .check.name}}', /data of the check/],
    ['{{raw .config.labels.app}}', /data of the config/],
    ['{{raw .request.headers.x}}', /the caller's request/],
    ['{{raw .user.name}}', /name of a person/],
    ['{{getLastAction.result.stdout | raw}}', /an earlier step/],
    ['{{(getAction "a").result.stdout | raw}}', /an earlier step/],
    ['{{.lastAction.result | raw}}', /an earlier step/],
    ['{{raw .}}', /all data of the run/],
    ['{{raw $.check.name}}', /the check/],
    ['{{$x := .check.name}}{{raw $x}}', /the check/],
    ['{{$x := "a"}}{{range .params}}{{$x | raw}}{{$x = .}}{{end}}', /user input/],
    ['{{with .request}}{{raw .headers}}{{end}}', /the caller's request/],
    ['{{range $k, $v := .params}}{{raw $v}}{{end}}', /user input/],
    ['{{define "t"}}{{raw .}}{{end}}{{template "t" .check.name}}', /the check/],
    ['{{printf "%s" .params.node | raw}}', /user input as node/],
  ])('rejects %j', (script, reason) => {
    expect(findError(script)).toMatch(reason)
  })
})

test('a query has parameters instead of its values', () => {
  const query = "select * from t where a = '{{.params.node}}' and b = {{.check.name}} and c = 'it''s' -- done"
  expect(fillAs('query', query, "x' or 1=1 --")).toEqual({
    text: "select * from t where a = $1 and b = $2 and c = 'it''s' -- done",
    variables: {},
    values: ["x' or 1=1 --", "x' or 1=1 --"],
  })
  for (const broken of [
    "select '%{{.params.node}}%'",
    'select "{{.params.node}}"',
    'select 1 -- {{.params.node}}',
    '/* {{.check.name}} */ select 1',
  ])
    expect(findErrorAs('query', broken)).toMatch(/it is inside (?:quotes|a comment)/)
})

test('a jq expression has literals instead of its values', () => {
  expect(fillAs('expression', '.a = "{{.params.node}}"', String.raw`x" | env | "\(env)`).text).toBe(
    String.raw`.a = "x\" | env | \"\\(env)"`,
  )
  expect(fillAs('expression', '.a = {{.params.node}}', '3').text).toBe('.a = 3')
  expect(fillAs('expression', '.a = {{.params.node}}', 'env').text).toBe('.a = "env"')
  expect(findErrorAs('expression', String.raw`.a = "\{{.params.node}}"`)).toMatch(/precedes it directly/)
})

test('reports values that cannot be passed', () => {
  expect(() => fill('echo {{.params.node}}', 'a\0b')).toThrow(
    'The value of QD_PARAMS_NODE contains a zero byte and cannot be passed to a program',
  )
  expect(() => fill('echo {{.params.node}}', 'a'.repeat(130_000))).toThrow('longer than 120 KB')
})

test('a script with an undeclared parameter is rejected, and commands stay commands', () => {
  const declarations = { parameters: [{ name: 'node' }], env: [] }
  const read = (text: string) => compileProgram(text, { kind: 'script', declarations })
  expect(() => read('echo $(params.nodes)')).toThrow('$(params.nodes): no such parameter.')
  expect(() => read('echo $(.request.headers.x-name)')).toThrow(
    '$(.request.headers.x-name) cannot be read as a value. Write it in {{…}}, and a name with a dash as {{index .request.headers "x-name"}}.',
  )
  expect(() => read('echo $(.config | grep a)')).toThrow("Unknown function 'grep'")
  expect(read('echo $(run.sh) $(date) $(my.tool) $(.venv/bin/python a)')(createEnvironment(''), 1_000)).toMatchObject({
    text: 'echo $(run.sh) $(date) $(my.tool) $(.venv/bin/python a)',
  })
})
