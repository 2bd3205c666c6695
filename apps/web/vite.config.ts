import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Asks the browser for the Latin text face together with the page, so that the first text is drawn in it. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const face = Object.keys(context.bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
        if (!face) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${face}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/**
 * Libraries that every screen needs stay together and change rarely; the rest is cut along the lazy imports.
 * Editor, charts, dates, palette and toasts must never be named here: a named group is loaded with its first reader.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
  {
    name: 'router',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/,
    priority: 20,
  },
  { name: 'i18n', test: /node_modules[\\/](i18next|react-i18next)[\\/]/, priority: 20 },
];

export default defineConfig({
  plugins: [react(), preloadTextFace()],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/pictures'].map((path) => [path, process.env.QUAYSIDE_API ?? 'http://127.0.0.1:4000']),
    ),
  },
  build: {
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
