import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const relay = process.env['RELAY_URL'] ?? 'http://127.0.0.1:4600'

export default defineConfig({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [react()],
  build: { outDir: '../dist/client', emptyOutDir: true, target: 'es2022', sourcemap: false },
  server: {
    port: 4601,
    strictPort: true,
    proxy: {
      // Not the modules of client/api, which have addresses below /api too.
      '^/api/(?!.+\\.tsx?$)': { target: relay },
      '/socket.io': { target: relay, ws: true },
    },
  },
})
