import { jobMark, type MarkQueries } from '#relay/live/sources/table-mark.ts'

const newestChanges = 'config_changes?select=id,created_at,count&order=created_at.desc,id'

export const changeMark: MarkQueries = { queries: [newestChanges] }

/** A scrape that changes only the status of an item keeps its `updated_at`. */
const statuses = 'config_items?select=id,status,health&deleted_at=is.null&order=id&limit=1000'

export const itemMark: MarkQueries = {
  queries: [
    'config_items?select=id,updated_at,status,health&deleted_at=is.null&order=updated_at.desc.nullslast,id',
    statuses,
    newestChanges,
  ],
  counted: 'config_items?select=id&deleted_at=is.null',
}

export const insightMark: MarkQueries = {
  queries: ['config_analysis?select=id,status,severity,last_observed&order=last_observed.desc.nullslast,id'],
  counted: 'config_analysis?select=id&status=eq.open',
}

/**
 * Soft deletion keeps the `updated_at` of a relationship. A parent is also a relationship: an item gets its
 * parent after it was written.
 */
export const relationshipMark: MarkQueries = {
  queries: [
    'config_relationships?select=config_id,related_id,relation,updated_at&order=updated_at.desc.nullslast,config_id,related_id,relation',
    'config_relationships?select=config_id,related_id,relation,deleted_at&deleted_at=not.is.null&order=deleted_at.desc,config_id,related_id,relation',
    'config_items?select=id,parent_id&deleted_at=is.null&order=updated_at.desc.nullslast,id',
  ],
  counted: 'config_items?select=id&parent_id=not.is.null&deleted_at=is.null',
}

export const scraperMark = jobMark('config_scrapers', ',job_success_count,job_error_count')
