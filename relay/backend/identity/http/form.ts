import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { isMap } from '#shared/primitives/is-map.ts'

export type Form = ReadonlyMap<string, string>

const mostFields = 100

const flatten = (value: unknown, name: string, into: Map<string, string>): void => {
  if (into.size >= mostFields) return
  if (typeof value === 'string') into.set(name, value)
  else if (typeof value === 'number' || typeof value === 'boolean') into.set(name, String(value))
  else if (isMap(value)) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, name === '' ? key : `${name}.${key}`, into)
  }
}

export const formFromJson = (text: string): Form => {
  const form = new Map<string, string>()
  if (text !== '') flatten(parseBoundedJson(text), '', form)
  return form
}

export const formFromUrlEncoded = (text: string): Form => new Map([...new URLSearchParams(text)].slice(0, mostFields))

export const getField = (form: Form, name: string): string | undefined => {
  const value = form.get(name)
  return value === '' ? undefined : value
}

export const isChosen = (form: Form, name: string): boolean => ['true', '1'].includes(form.get(name) ?? '')
