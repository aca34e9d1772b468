import { checkStatusSchema, type CheckStatus } from '#shared/health/check-status.ts'
import { fetchedSource, type FetchText } from '#relay/live/sources/fetch-text.ts'

const newest = 50
const columns = 'check_id,time,status,invalid,duration,message,error'

const toPath = ({ checkId }: { readonly checkId: string }) =>
  `/api/db/check_statuses?check_id=eq.${checkId}&select=${columns}&order=time.desc&limit=${newest}`

export const healthStatusesSource = (fetchText: FetchText) =>
  fetchedSource<{ checkId: string }, CheckStatus>(fetchText, toPath, checkStatusSchema)
