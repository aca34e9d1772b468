import { describe, expect, test } from 'vitest'
import { readDocuments } from './read-documents.ts'

const read = (format: Parameters<typeof readDocuments>[0]['format'], text: string) =>
  readDocuments({ text, format, items: undefined })

test('properties end before a tab or a comment, except inside quotes', () => {
  const text = `# comment
! also one
[section]
port = 5432\t\t# the usual one
level = info # not debug
color=#fff
url = http://a/b#c
search_path = '"$user", public' # quoted
note = "a # b"
empty =
long = one \\
  two
path: /var/lib
max_connections 100
`
  expect(read('properties', text)).toEqual([
    {
      port: '5432',
      level: 'info',
      color: '#fff',
      url: 'http://a/b#c',
      search_path: `'"$user", public'`,
      note: '"a # b"',
      empty: '',
      long: 'one two',
      path: '/var/lib',
      max_connections: '100',
    },
  ])
})

test('properties have the escapes of Java', () => {
  const text = String.raw`site\ name = a\:b\=c
name = caf\u00e9
folder = C:\data
colon\:key: 1
pattern = ^\d+$
`.replaceAll('\\\\', '\\')
  expect(read('properties', text)).toEqual([
    { 'site name': 'a:b=c', name: 'café', folder: 'C:\\data', 'colon:key': '1', pattern: '^\\d+$' },
  ])
})

test('JSON is one value, or one per line', () => {
  expect(read('json', '{"a":1}\n{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }])
  expect(() => read('json', '{"a":1}\n{"a"')).toThrow('JSON')
  expect(() => read('json', '')).toThrow('JSON')
})

test('merge keys of YAML are merged', () => {
  expect(read('yaml', 'base: &b {tier: web}\nitem: {<<: *b, id: 1}\n')).toEqual([
    { base: { tier: 'web' }, item: { tier: 'web', id: 1 } },
  ])
})

describe('xml', () => {
  test('elements are fields, attributes begin with -, and repeated elements are a list', () => {
    const text = `<?xml version="1.0"?>
<!DOCTYPE server [<!ENTITY x "y">]>
<server port="8080" name='a &amp; b'>
  <!-- <host/> -->
  <host id="1">alpha</host>
  <host id="2">be&#116;a &x;</host>
  <note><![CDATA[<raw> & text]]></note>
  <empty/>
</server>`
    expect(read('xml', text)).toEqual([
      {
        server: {
          '-port': '8080',
          '-name': 'a & b',
          host: [
            { '-id': '1', '#content': 'alpha' },
            { '-id': '2', '#content': 'beta &x;' },
          ],
          note: '<raw> & text',
          empty: '',
        },
      },
    ])
  })

  test('reads 60,000 repeated elements', () => {
    const document = read('xml', `<hosts>${'<host/>'.repeat(60_000)}</hosts>`)
    expect(document).toEqual([{ hosts: { host: Array.from({ length: 60_000 }, () => '') } }])
  })

  test.each([
    ['<a>', '<a> is not closed'],
    ['<a></b>', 'unexpected </b>'],
    ['<a/><b/>', 'needs exactly one root element'],
    ['no xml', 'needs exactly one root element'],
    ['<a b=c/>', 'unexpected "<a b=c/>"'],
    ['<a>'.repeat(70), 'more than 64 levels'],
  ])('rejects %s', (text, reason) => {
    expect(() => read('xml', text)).toThrow(`Invalid XML, line 1: ${reason}`)
  })
})

test('a list is one document when a script reads it, and its members otherwise', () => {
  const input = { text: '[1, 2]', format: 'json', items: undefined } as const
  expect(readDocuments(input)).toEqual([1, 2])
  expect(readDocuments({ ...input, keepsLists: true })).toEqual([[1, 2]])
})

test.each([
  ['{"id":"a"}\n\n{"id":12345678901234567890}\r\n', [{ id: 'a' }, { id: '12345678901234567890' }]],
  ['[{"id":"a"}]\n[{"id":"b"}]', [{ id: 'a' }, { id: 'b' }]],
])('the output %j of a program is one JSON value per line', (text, documents) => {
  expect(read('output', text)).toEqual(documents)
})

test('output of which one line is not JSON is rejected', () => {
  expect(() => read('output', '{"id":"a"}\n{"id":')).toThrow(/JSON/)
})
