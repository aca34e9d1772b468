import { expect, test } from 'vitest'
import { evaluate, type Template } from '#relay/backend/templates/template.ts'

const environment = {
  id: 9007199254740993n,
  ids: [9007199254740993n, 1],
  items: [
    { id: 9007199254740993n, n: 'x' },
    { id: 9007199254740994n, n: 'y' },
    { id: 5, n: 'z' },
  ],
}

const expressions: readonly (readonly [Template, unknown])[] = [
  [{ expr: 'ids.sort()[1] == id && ids.max() == id && ids.min() == 1 && ids.sum() == 9007199254740994' }, true],
  [{ expr: 'math.greatest(9007199254740992, id) == id && math.least(id, 9007199254740994) == id' }, true],
  [
    { expr: 'toJSON(ids) + ids.toJSON() + "%d".format([id])' },
    '[9007199254740993,1][9007199254740993,1]9007199254740993',
  ],
  [{ expr: 'jq(".ids[0]", {"ids": ids}) == id && jsonpath("$[0]", ids) == id && [ids].flatten()[0] == id' }, true],
  [{ expr: '[id, 9007199254740992].distinct().size()' }, 2],
  [{ expr: 'YAML("id: 9007199254740993").id == id && YAML("n: 7").n == 7' }, true],
  [{ expr: 'items.sortBy(i, -i.id).map(i, i.n)' }, ['y', 'x', 'z']],
  [{ expr: 'sets.contains(ids, [9007199254740992])' }, false],
  [{ expr: '[id]' }, ['9007199254740993']],
  [
    { template: '{{ toJson .ids }} {{ max .id 1 }} {{ int .id }} {{ add .id 1 }}' },
    '[9007199254740993,1] 9007199254740993 9007199254740993 9007199254740994',
  ],
  [{ template: '{{ uniq (list .id 9007199254740994) | len }} {{ has .id .ids }}' }, '2 true'],
  [{ jsonPath: '$.items[?@.id == 9007199254740993].n' }, ['x']],
  [{ jsonPath: "$.items[?@.id != 9007199254740993 && @.n != '==  9007199254740993'].n" }, ['y', 'z']],
  [{ jsonPath: '$.items[?@.id > 5].id' }, ['9007199254740993', '9007199254740994']],
]

test.each(expressions)('integers beyond 2^53 keep their digits in %j', async (template, expected) => {
  expect(await evaluate(template, environment)).toEqual(expected)
})
