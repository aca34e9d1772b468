import { Link } from 'wouter'
import { orderProperties } from '#shared/topology/property-order.ts'
import { shownValue } from '#shared/topology/property-value.ts'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { Age } from '#client/ui/age.tsx'
import { Properties } from '#client/ui/layout/properties.tsx'
import { TagList } from '#client/ui/tag-list.tsx'
import { PropertyValue } from './component-properties.tsx'
import { componentHref } from './topology-links.ts'
import './component-card.css'

interface ComponentDetailsProps {
  readonly component: ComponentRow
  readonly parents: readonly { readonly id: string; readonly name: string }[]
}

const ago = (at: string | null | undefined) =>
  at ? (
    <>
      <Age at={at} /> ago
    </>
  ) : undefined

export function ComponentDetails({ component, parents }: ComponentDetailsProps) {
  const { name, namespace, type, owner, lifecycle, status, status_reason: reason, labels } = component
  const { created_at: created, updated_at: updated, deleted_at: deleted, last_observed: observed } = component
  const properties = orderProperties(component.properties)
  return (
    <>
      <Properties
        entries={[
          ['Name', name],
          ['Type', type || undefined],
          ['Namespace', namespace || undefined],
          [
            parents.length > 1 ? 'Parents' : 'Parent',
            parents.length === 0
              ? undefined
              : parents.map((parent, index) => (
                  <span key={parent.id}>
                    {index === 0 ? null : ', '}
                    <Link href={componentHref(parent.id)}>{parent.name}</Link>
                  </span>
                )),
          ],
          ['Status', status ? `${status}${reason ? `: ${reason}` : ''}` : reason || undefined],
          ['Owner', owner || undefined],
          ['Lifecycle', lifecycle || undefined],
          ['Labels', labels && Object.keys(labels).length > 0 ? <TagList key="labels" tags={labels} /> : undefined],
          ['Created', ago(created)],
          ['Updated', ago(updated)],
          ['Last read', ago(observed)],
          ['Deleted', ago(deleted)],
        ]}
      />
      {properties.length === 0 ? null : (
        <Properties
          entries={properties.map((property) => [
            property.label || property.name || '',
            <span key="value" className="component-property" data-tone={shownValue(property)?.tone}>
              <PropertyValue property={property} isLong />
            </span>,
          ])}
        />
      )}
    </>
  )
}
