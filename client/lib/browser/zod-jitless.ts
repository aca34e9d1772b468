import { z } from 'zod'

// The page's content policy forbids compiled code; the first schema would probe for it and be reported.
z.config({ jitless: true })
