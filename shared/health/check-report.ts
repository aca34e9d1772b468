import { z } from 'zod'

const phaseMs = z.number().nullish()

export const timingsSchema = z.object({
  dns: phaseMs,
  connect: phaseMs,
  tls: phaseMs,
  firstByte: phaseMs,
  transfer: phaseMs,
})
export type Timings = z.infer<typeof timingsSchema>

export const stagesSchema = z.array(z.object({ name: z.string(), ms: z.number(), pass: z.boolean() }))

/** Secrets are redacted. Durations are in milliseconds. */
export const checkReportSchema = z.object({
  time: z.string(),
  pass: z.boolean(),
  assertion: z
    .object({
      expected: z.string(),
      actual: z.string(),
      expression: z.string().optional(),
      /** Names of what the expression read, and the values. */
      values: z.array(z.tuple([z.string(), z.string()])).optional(),
    })
    .optional(),
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string().optional(),
      isInsecure: z.boolean().optional(),
      followsRedirects: z.boolean().optional(),
    })
    .optional(),
  response: z.object({ code: z.number(), headers: z.record(z.string(), z.string()) }).optional(),
  timings: timingsSchema.optional(),
  /** Of a check that does one thing after another. Only the last one can have failed. */
  stages: stagesSchema.optional(),
  metrics: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      labels: z.record(z.string(), z.string()),
      value: z.number(),
    }),
  ),
})
export type CheckReport = z.infer<typeof checkReportSchema>
