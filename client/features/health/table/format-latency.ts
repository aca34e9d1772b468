export const formatLatency = (ms: number): { readonly value: string; readonly unit: 'ms' | 's' } =>
  ms < 999.5 ? { value: String(Math.round(ms)), unit: 'ms' } : { value: (ms / 1000).toFixed(2), unit: 's' }
