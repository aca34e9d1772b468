import { useState } from 'react'
import { sortTags } from '#client/lib/text/sort-tags.ts'
import { Tag } from './tag.tsx'
import './tag-list.css'

interface TagListProps {
  readonly tags: Readonly<Record<string, string>>
  readonly max?: number
}

export function TagList({ tags, max = 7 }: TagListProps) {
  const [all, setAll] = useState(false)
  const sorted = sortTags(tags)
  const shown = all ? sorted : sorted.slice(0, max)
  return (
    <div className="tag-list">
      {shown.map(({ key, value }) => (
        <Tag key={key} name={key} title={`${key} ${value}`}>
          {value}
        </Tag>
      ))}
      {sorted.length > shown.length ? (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {sorted.length - shown.length} more
        </button>
      ) : null}
    </div>
  )
}
