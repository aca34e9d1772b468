import { expect, test } from 'vitest'
import { evaluate } from '#relay/backend/templates/template.ts'

const pod = {
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'n', labels: { app: 'x', 'pod-template-hash': 'z' } },
  spec: {
    nodeName: 'saka',
    containers: [
      { image: 'postgres:14', resources: { limits: { cpu: '2', memory: '1Ki' }, requests: { cpu: '0.1' } } },
    ],
  },
}
const environment = {
  used: 2,
  pod,
  node: { metadata: { labels: { 'topology.kubernetes.io/zone': 'a' } }, status: { allocatable: { cpu: '2' } } },
  config: { labels: { region: 'us-east-1' }, tags: { cluster: 'eu-prod' } },
}

test.each([
  ['range(3) + range(2, 4) + range(0, 10, 5)', [0, 1, 2, 2, 3, 0, 5]],
  ['{"c": "d", "a": "b"}.mapToKeyVal() + "a=b".keyValToMap().a', 'a=b,c=db'],
  ['duration("7d") == duration("168h") && duration("1w1d") > duration("90m")', true],
  ['timestamp("2023-01-01T00:00:00Z") + duration("1d") == timestamp("2023-01-02")', true],
  ['time.Parse("15:04 02-01-2006", "14:30 26-09-2023") == timestamp("2023-09-26T14:30:00Z")', true],
  [
    'time.ParseInLocation("15:04 02-01-2006", "Asia/Tokyo", "14:30 26-09-2023") == timestamp("2023-09-26T05:30:00Z")',
    true,
  ],
  ['time.ParseInLocation("2006-01-02 15:04", "Europe/Berlin", "2023-07-01 12:00").getHours()', 10],
  ['jsonpath("$.user.email", \'{"user": {"email": "a@b"}}\')', 'a@b'],
  ['k8s.getResourcesLimit(pod, "cpu") + k8s.getResourcesLimit(pod, "memory")', 3024],
  ['k8s.getResourcesRequests(pod).cpu', 100],
  ['k8s.nodeProperties(node).zone + k8s.podProperties(pod).image', 'apostgres:14'],
  ['k8s.labels(pod)', { app: 'x', name: 'p', namespace: 'n' }],
  ['math.Seq([1, 6, 2])', [1, 3, 5]],
  ['[math.Trunc(-2.7), math.Sign(-5), math.Sqrt(16)]', [-2, -1, 4]],
  ['math.IsNaN(0.0 / 0.0) && math.IsInf(1.0 / 0.0) && math.IsFinite(5.0)', true],
  ['regexp.FindAll("[0-9]", 2, "12345") + regexp.Split("\\\\s", 2, "a b c")', ['1', '2', 'a', 'b c']],
  ['"Now is the time for all good men".abbrev(5, 20)', '...s the time for...'],
  ['"x".indent(2, "-") + "hello".sort()', '--xehllo'],
  ['matchLabel(config.labels, "region", "us-*") && matchLabel(config.tags, "cluster", "*-dev, *-prod")', true],
  ['matchLabel(config.labels, "gone", "!*") && !matchLabel(config.labels, "region", "!*")', true],
  ['matchLabel(config.labels, "gone", "us-*") || matchLabel(config.labels, "region", "!us-*")', false],
  ['timestamp("2026-07-02T03:04:05.678Z").getHours("-02:00")', 1],
  ['timestamp("2026-07-02T23:04:05.678Z").getDate("Europe/Berlin")', 3],
  ['timestamp("2026-07-02T23:04:05.678Z").getDayOfYear("+05:30")', 183],
  ['timestamp("2026-07-02T23:04:05.678Z").getMilliseconds("Asia/Tokyo")', 678],
  ['optional.unwrap([config.?none, optional.of(1)]) + [optional.of(2)].unwrapOpt()', [1, 2]],
  [
    '"%s %s %s %d%% %s".format([true, null, [1, "a"], 5, {"b": 1, "a": false}])',
    'true null [1, a] 5% {a: false, b: 1}',
  ],
  ['"a = 1".TOML().a + TOML({"b": 2}.toTOML()).b', 3],
  ['"a,b\\n1,2".CSV()[1]', ['1', '2']],
  ['" a  b ".fields() + ["ab".hasPrefix("a") && "ab".HasSuffix("b")]', ['a', 'b', true]],
  ['math.greatest(1, 2, 3, 4, 5, 6) + math.least(6, 5, 4, 3, 2, 1)', 7],
  ['"%s %s".format([duration("90m"), timestamp("2026-01-02T03:04:05Z")])', '5400s 2026-01-02T03:04:05Z'],
  ['HumanDuration("1h") + " " + HumanDuration(90000)', '1h 1m30s'],
  ['uuid.HashUUID("a", "b") == uuid.HashUUID("ab") && uuid.IsValid(uuid.HashUUID("ab"))', true],
  ['jq(".a", "{\\"a\\": 1}")', 1],
  ['jq("length", "[text")', 5],
  ['[1 + used + 1, 100 * used / 4, (1 + used) * 2, size("ab") + used - 1, 2 * used % 2]', [4, 50, 6, 3, 0]],
  ['100 * used / 4 - 1 > 48 && 10 - used - 1 == 7', true],
])('CEL: %s', async (expr, expected) => {
  expect(await evaluate({ expr }, environment)).toEqual(expected)
})

test('CEL: an unknown time zone is named', async () => {
  const expr = 'timestamp("2026-07-02").getHours("Europe/Berlni")'
  await expect(evaluate({ expr }, {})).rejects.toThrow('"Europe/Berlni" is not a time zone such as Europe/Berlin')
})

test.each([
  ['{{ cat "a" 1 }} {{ quote "a" 1 }} {{ wrap 5 "hello world" }}', 'a 1 "a" "1" hello\nworld'],
  ['{{ splitList "," "b,a" | sortAlpha | join "-" }} {{ (splitn "$" 2 "a$b$c")._1 }}', 'a-b b$c'],
  ['{{ snakecase "FirstName" }} {{ camelcase "http_server" }} {{ swapcase "aB" }}', 'first_name HttpServer Ab'],
  ['{{ trunc -2 "abc" }} {{ substr 1 -1 "abc" }} {{ initials "Ada Lovelace" }}', 'bc bc AL'],
  [
    '{{ add1 1 }} {{ addf 0.1 0.2 }} {{ divf 5 2 }} {{ round 1.2345 2 }} {{ untilStep 0 6 2 }}',
    '2 0.3 2.5 1.23 [0 2 4]',
  ],
  [
    '{{ rest (list 1 2) }} {{ without (list 1 2) 2 }} {{ compact (list "" 1) }} {{ chunk 1 (list 1 2) }}',
    '[2] [1] [1] [[1] [2]]',
  ],
  [
    '{{ append (list 1) 2 }} {{ append 2 (list 1) }} {{ has 1 (list 1) }} {{ concat (list 1) (list 2) }}',
    '[1 2] [1 2] true [1 2]',
  ],
  ['{{ duration 95 }} {{ duration "95s" }} {{ deepCopy (dict "a" (list 1)) }}', '1m35s 1m35s map[a:[1]]'],
  ['{{ $d := dict "a" 1 }}{{ $_ := set $d "b" 2 }}{{ $_ = unset $d "a" }}{{ $d }}', 'map[b:2]'],
  ['{{ $_ := set .config "labels" 1 }}{{ .config.labels.region }}', 'us-east-1'],
  [
    '{{ pick (dict "a" 1 "b" 2) "a" }} {{ omit (dict "a" 1 "b" 2) "a" }} {{ pluck "a" (dict "a" 1) }}',
    'map[a:1] map[b:2] [1]',
  ],
  ['{{ dig "a" "b" "none" (dict "a" (dict "b" 1)) }} {{ dig "a" "b" "none" (dict) }}', '1 none'],
  ['{{ coll.Index "labels" "region" .config }} {{ coll.Index .config "labels" "region" }}', 'us-east-1 us-east-1'],
  ['{{ regexReplaceAll "o(.)" "hello" "0${1}!" }} {{ "foo" | regexp.Replace "o" "0" }}', 'hello f00'],
  [
    '{{ regexFindAll "[0-9]" "a1b2" -1 }} {{ regexSplit "-" "a-b" -1 }} {{ mustRegexMatch "^a" "ab" }}',
    '[1 2] [a b] true',
  ],
  ['{{ dateInZone "15:04" (toDate "2006-01-02T15:04:05Z07:00" "2026-07-04T10:00:00Z") "Europe/Berlin" }}', '12:00'],
  ['{{ dateModify "-1h" (toDate "2006-01-02" "2026-03-04") | date "15:04" }} {{ durationRound "26h" }}', '23:00 1d'],
  ['{{ unixEpoch (toDate "2006-01-02" "1970-01-02") }} {{ md5sum "" | trunc 8 }}', '86400 d41d8cd9'],
  ['{{ urlJoin (dict "scheme" "https" "host" "h" "path" "/p" "query" "a=1") }}', 'https://h/p?a=1'],
  [
    '{{ kindIs "string" "a" }} {{ all 1 0 }} {{ any 1 0 }} {{ base "a/b.c" }} {{ ext "b.c" }}',
    'true false true b.c .c',
  ],
])('sprig: %s', async (template, expected) => {
  expect(await evaluate({ template }, environment)).toBe(expected)
})

test.each([
  ['{{ range slice "Bart" "Lisa" }}{{ . }} {{ end }}', 'Bart Lisa '],
  ['{{ slice 1 1 2 | append 5 }}{{ slice "abc" 1 2 }}{{ slice (list 1 2 3) 1 }}', '[1 1 2 5]b[2 3]'],
  ['{{ slice "one word" "x" | shellQuote }}', "'one word' 'x'"],
  ['{{ conv.ParseInt "7C0" 16 32 }} {{ conv.ToInt "0x42" }} {{ conv.ToInt64 true }}', '1984 66 1'],
  ['{{ conv.ToInt64s 0x42 "123,456.99" "1.2345e+3" }} {{ conv.ToFloat64 "9,000.09" }}', '[66 123456 1234] 9000.09'],
  ['{{ conv.ToBools "yes" true "0x01" "blah" }}', '[true true true false]'],
  ['{{ data.ToCSV ";" (jsonArray `[["a","b;"]]`) }}', 'a;"b;"\n'],
  ['{{ "foo bar baz" | regexp.FindAll "[a-z]{3}" 2 }}', '[foo bar]'],
  ['{{ "foobarbazquxquux" | strings.Abbrev 6 9 }}', '...baz...'],
  [
    '{{ range split "a,b" "," }}{{ . }};{{ end }}{{ range splitN "foo:bar:baz" ":" 2 }}{{ . }};{{ end }}',
    'a;b;foo;bar:baz;',
  ],
  ['{{ kind "h" }} {{ dict "k" true | test.Kind }} {{ kind 1 }} {{ isKind "slice" (list 1) }}', 'string map int true'],
  ['{{ (time.Parse time.RFC3339 "2024-02-03T04:05:06Z").Format time.Kitchen }}', '4:05AM'],
  ['{{ (time.Parse "02-01-2006" "26-09-2023").Format "Monday January 2, 2006" }}', 'Tuesday September 26, 2023'],
  ['{{ (conv.URL "https://user:word@example.com:443/foo").Host }}', 'example.com:443'],
  ['{{ matchLabel .config.labels "region" "eu-*,us-*" }}', 'true'],
])('Go template: %s', async (template, expected) => {
  expect(await evaluate({ template }, environment)).toBe(expected)
})
