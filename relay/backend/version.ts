/** The version that the embedded backend says it is (`GET /canary/about`). */
export const version = 'v0.1.0'
