import { z } from 'zod'

// The content security policy forbids eval. Without this the first schema probes for it and triggers a report.
z.config({ jitless: true })
