import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#client/api/api-error.ts'

/** What something would do before it is saved; null where the backend cannot say. Rejects with the sentence of what is wrong with it. */
export const previewOf = async <Preview>(ask: Promise<Preview>): Promise<Preview | null> => {
  try {
    return await ask
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** What something would do, asked for each time that it changes. */
export const previewQuery = <Given, Preview>(
  name: string,
  given: Given,
  preview: (given: Given, signal: AbortSignal) => Promise<Preview>,
) =>
  queryOptions({
    queryKey: ['notifications', name, given],
    queryFn: ({ signal }) => previewOf(preview(given, signal)),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { failsOnPage: true },
  })
