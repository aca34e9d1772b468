import { ApiError } from '#client/api/api-error.ts'

/** What something would do before it is saved; null where the backend cannot say. Rejects with the sentence of what is wrong with it. */
export const previewOrNull = async <Preview>(ask: Promise<Preview>): Promise<Preview | null> => {
  try {
    return await ask
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
