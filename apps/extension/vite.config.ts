import { defineConfig } from 'vite';

/** Two entries with fixed names: the worker that answers, and the window. public/ is copied as it is. */
export default defineConfig({
  build: {
    outDir: 'dist',
    target: 'chrome116',
    modulePreload: false,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { background: 'src/background.ts', popup: 'popup.html' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'assets/shared.js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
});
