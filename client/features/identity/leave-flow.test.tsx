import { expect, test } from 'vitest'
import { z } from 'zod'
import { readDraft, writeDraft } from '#client/lib/drafts/draft.ts'
import { leaveFlow } from './leave-flow.ts'

const draft = { key: 'note', version: 1, schema: z.string() }

test('keeps drafts across a sign-in and deletes them on sign-out', () => {
  writeDraft(draft, 'restart the ingress first')
  leaveFlow({ kind: 'login', goTo: '#signed-in', flow: null, submitted: null })
  expect(readDraft(draft)).toBe('restart the ingress first')
  leaveFlow({ kind: 'logout', goTo: '#signed-out', flow: null, submitted: null })
  expect(readDraft(draft)).toBeNull()
})
