import { orderProperties } from '#shared/topology/property-order.ts'
import { shownValue } from '#shared/topology/property-value.ts'
import type { ComponentProperty } from '#shared/topology/topology.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { Age } from '#client/ui/age.tsx'
import { Tag } from '#client/ui/tag.tsx'

const isWebAddress = (url: string | null | undefined): url is string => /^https?:\/\//i.test(url ?? '')

/** Security: only http and https URLs become links, because documents are not trusted. */
function Links({ property: { links, text } }: { readonly property: ComponentProperty }) {
  const named = (links ?? []).flatMap(({ url, label, text: name }) =>
    isWebAddress(url) ? [{ url, name: label || name || url }] : [],
  )
  const all =
    named.length === 0 && isWebAddress(text) ? [{ url: text, name: text.replace(/^https?:\/\//i, '') }] : named
  if (all.length === 0) return text || <span className="faint">–</span>
  return all.map(({ url, name }) => (
    <a key={url} href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  ))
}

interface PropertyValueProps {
  readonly property: ComponentProperty
  readonly isLong?: boolean
}

export function PropertyValue({ property, isLong = false }: PropertyValueProps) {
  const { type, text, value, unit } = property
  if (type === 'url' || type === 'links' || (property.links?.length ?? 0) > 0) return <Links property={property} />
  if (type === 'badge' && text) return <Tag>{text}</Tag>
  if (type === 'age' && text) return <Age at={text} />
  if (unit === 'epoch' && value != null) return <Age at={toIsoTime(value * 1_000)} />
  const shown = shownValue(property)
  if (shown === null) return <span className="faint">–</span>
  return (
    <>
      {shown.text} {shown.unit === '' ? null : <small>{shown.unit}</small>}
      {isLong && shown.whole !== null ? <span className="faint">, {shown.whole}</span> : null}
      {shown.share === null ? null : (
        <span className="component-share" aria-hidden="true">
          <i style={{ width: `${Math.round(shown.share * 100)}%` }} />
        </span>
      )}
    </>
  )
}

const wideFrom = 10
const isWide = ({ text, value }: ComponentProperty) => value == null && (text?.length ?? 0) >= wideFrom

export function HeadlineProperties({
  properties,
}: {
  readonly properties: readonly ComponentProperty[] | null | undefined
}) {
  const shown = orderProperties(properties).filter(({ headline }) => headline)
  if (shown.length === 0) return null
  return (
    <dl className="component-properties">
      {shown.map((property) => (
        <div
          key={property.name ?? property.label}
          data-tone={shownValue(property)?.tone}
          data-wide={isWide(property) ? '' : undefined}
        >
          <dt className="cut" title={property.tooltip ?? undefined}>
            {property.label || property.name}
          </dt>
          <dd title={shownValue(property)?.whole ?? property.text ?? undefined}>
            <PropertyValue property={property} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
