import { JsonBoundError } from '#shared/primitives/bounded-json.ts'
import { describe, expect, test } from 'vitest'
import { fieldOf, formOfJson, formOfUrlEncoded, isChosen } from './form.ts'

describe('a form', () => {
  test('reads nested and dotted names alike', () => {
    const nested = formOfJson('{"method":"profile","traits":{"email":"a@b.c","name":{"first":"A"}},"n":1,"yes":true}')
    expect([...nested]).toEqual([
      ['method', 'profile'],
      ['traits.email', 'a@b.c'],
      ['traits.name.first', 'A'],
      ['n', '1'],
      ['yes', 'true'],
    ])
    expect([...formOfUrlEncoded('method=profile&traits.email=a%40b.c')]).toEqual([
      ['method', 'profile'],
      ['traits.email', 'a@b.c'],
    ])
    expect(formOfJson('{"traits.email":"a@b.c"}').get('traits.email')).toBe('a@b.c')
  })

  test('is empty without a body, and leaves lists and nothing out', () => {
    expect([formOfJson('').size, formOfJson('null').size, formOfJson('{"a":[1],"b":null}').size]).toEqual([0, 0, 0])
    expect(() => formOfJson('{')).toThrow(SyntaxError)
    expect(() => formOfJson('{"a":'.repeat(10_000))).toThrow(JsonBoundError)
  })

  test('has no more fields than any of ours', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 'x']))
    expect(formOfJson(JSON.stringify(many)).size).toBe(100)
    expect(formOfUrlEncoded(new URLSearchParams(many).toString()).size).toBe(100)
  })

  test('reaches nothing through the names of an object', () => {
    const form = formOfJson('{"__proto__":{"method":"password"},"constructor":{"name":"x"}}')
    expect([form.get('method'), fieldOf(form, 'toString')]).toEqual([undefined, undefined])
  })

  test('takes an empty field for absent, and true and 1 for chosen', () => {
    const form = formOfUrlEncoded('a=&b=true&c=1&d=false')
    expect([fieldOf(form, 'a'), ...['b', 'c', 'd', 'e'].map((name) => isChosen(form, name))]).toEqual([
      undefined,
      true,
      true,
      false,
      false,
    ])
  })
})
