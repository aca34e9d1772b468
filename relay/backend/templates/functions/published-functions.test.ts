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
])('CEL: %s', async (expr, expected) => {
  expect(await evaluate({ expr }, environment)).toEqual(expected)
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
