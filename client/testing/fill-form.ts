import { fireEvent, render, screen } from '@testing-library/react'
import { createElement, useEffect, useState } from 'react'
import { parse } from 'yaml'
import { SpecForm } from '#client/features/settings/resources/form/spec-form.tsx'
import { initialSpecText, listFields, type FormField } from '#client/features/settings/resources/form/spec-forms.ts'
import type { SpecType } from '#client/features/settings/resources/form/spec-types.ts'

const pod = 'spec: { containers: [{ name: web, image: shop }] }'

/** Fields whose text has a form of its own. */
export const formTexts: Readonly<Record<string, string>> = {
  url: 'http://shop.test',
  query: '{}',
  endpoint: 'shop.test:443',
  connection: 'connection://default/shop',
  chartmuseum: 'https://charts.shop.test',
  maxAge: '24h',
  testResults: '/reports',
  spec: pod,
  podSpec: pod,
}

export type FormTable = 'canaries' | 'config_scrapers' | 'topologies'

interface TypedProps {
  readonly table: FormTable
  readonly type: SpecType
  readonly onText: (text: string) => void
}

function Typed({ table, type, onText }: TypedProps) {
  const [text, setText] = useState(initialSpecText(type, table))
  useEffect(() => onText(text), [text, onText])
  return createElement(SpecForm, {
    table,
    text,
    value: parse(text),
    schema: undefined,
    issues: [],
    tries: 0,
    disabled: false,
    onChange: setText,
  })
}

const fill = ({ name, label }: FormField, { key }: SpecType) => {
  const control = screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(`${label} *`)
  const isSelect = control instanceof HTMLSelectElement
  const option = isSelect ? [...control.options].find(({ value }) => value !== '')?.value : undefined
  const ofKey = key === 'gitProtocol' && name === 'repository' ? 'https://shop.test/web.git' : undefined
  const text = control.inputMode === 'numeric' ? '1' : (formTexts[name] ?? 'shop')
  fireEvent.change(control, { target: { value: option ?? ofKey ?? text } })
}

/** The document of a new resource, in which only the required fields of the form were filled. */
export const fillForm = (table: FormTable, type: SpecType): unknown => {
  let written = ''
  const onText = (text: string) => {
    written = text
  }
  const { unmount } = render(createElement(Typed, { table, type, onText }))
  for (const field of listFields(type, undefined)) if (field.required) fill(field, type)
  unmount()
  return parse(written)
}
