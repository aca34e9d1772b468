import { JsonBoundError } from '#shared/primitives/bounded-json.ts'
import { describe, expect, test } from 'vitest'
import { getField, formFromJson, formFromUrlEncoded, isChosen } from './form.ts'

describe('a form', () => {
  test('reads nested and dotted names the same way', () => {
    const nested = formFromJson('{"method":"profile","traits":{"email":"a@b.c","name":{"first":"A"}},"n":1,"yes":true}')
    expect([...nested]).toEqual([
      ['method', 'profile'],
      ['traits.email', 'a@b.c'],
      ['traits.name.first', 'A'],
      ['n', '1'],
      ['yes', 'true'],
    ])
    expect([...formFromUrlEncoded('method=profile&traits.email=a%40b.c')]).toEqual([
      ['method', 'profile'],
      ['traits.email', 'a@b.c'],
    ])
    expect(formFromJson('{"traits.email":"a@b.c"}').get('traits.email')).toBe('a@b.c')
  })

  test('is empty without a body, and skips lists and null', () => {
    expect([formFromJson('').size, formFromJson('null').size, formFromJson('{"a":[1],"b":null}').size]).toEqual([
      0, 0, 0,
    ])
    expect(() => formFromJson('{')).toThrow(SyntaxError)
    expect(() => formFromJson('{"a":'.repeat(10_000))).toThrow(JsonBoundError)
  })

  test('limits the number of fields', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 'x']))
    expect(formFromJson(JSON.stringify(many)).size).toBe(100)
    expect(formFromUrlEncoded(new URLSearchParams(many).toString()).size).toBe(100)
  })

  test('does not expose properties of the object prototype', () => {
    const form = formFromJson('{"__proto__":{"method":"password"},"constructor":{"name":"x"}}')
    expect([form.get('method'), getField(form, 'toString')]).toEqual([undefined, undefined])
  })

  test('treats an empty field as absent, and true and 1 as checked', () => {
    const form = formFromUrlEncoded('a=&b=true&c=1&d=false')
    expect([getField(form, 'a'), ...['b', 'c', 'd', 'e'].map((name) => isChosen(form, name))]).toEqual([
      undefined,
      true,
      true,
      false,
      false,
    ])
  })
})
