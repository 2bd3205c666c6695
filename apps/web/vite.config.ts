import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstFiles } from './first-files.ts';

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

const pack = promisify(brotliCompress);
/** Below this packing saves no packet. */
const WORTH_PACKING = 1024;

/** Packs what was built once and as tightly as it goes, so that no request waits for it: an eighth smaller than packed on the way. */
function packBuilt(): Plugin {
  return {
    name: 'pack-built',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      const files = (await readdir(assets)).filter((file) => /\.(?:js|css|svg)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const bytes = await readFile(join(assets, file));
          if (bytes.length >= WORTH_PACKING) await writeFile(join(assets, `${file}.br`), await pack(bytes));
        }),
      );
    },
  };
}

/**
 * Icons carry a React key for each path, six letters that no packing makes smaller. React itself keys children by their place, and
 * an icon's paths never move; only its development build asks for keys.
 */
function withoutIconKeys(): Plugin {
  return {
    name: 'without-icon-keys',
    apply: 'build',
    transform: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
      handler: (code) => ({ code: code.replaceAll(/,\s*key: "[a-z0-9]+"/g, ''), map: null }),
    },
  };
}

const npm = (names: string) => new RegExp(`node_modules[\\/](${names})[\\/]`);
const own = (names: string) => new RegExp(`apps[\\/]web[\\/]src[\\/](${names})\\.`);
const any =
  (...tests: RegExp[]) =>
  (id: string) =>
    tests.some((test) => test.test(id));

const boot = 'Button|ActionIcon|Input|InputBase|TextInput|PasswordInput|Loader|UnstyledButton|Transition|CloseButton';

/** Of our own library, what only forms and figures read. */
const later = 'saved-work|typed-fields|json-schema|line-path|money-text|field-errors';

/**
 * Few chunks instead of a hundred small ones, cut by how far a person has come: libraries that change rarely, the
 * frame that the sign-in needs too, the app inside the shell, and the lists. A named chunk is fetched whole with its
 * first reader: editor, charts, dialogs, palette and forms must never be named here.
 */
const groups = [
  { name: 'react', test: npm('react|react-dom|scheduler'), priority: 30 },
  { name: 'router', test: npm('@tanstack[\\/](react-router|router-core|history|store|react-store)'), priority: 20 },
  { name: 'i18n', test: npm('i18next|react-i18next'), priority: 20 },
  {
    name: 'frame',
    test: any(
      own('kit/(menu|pop|failure|lazy-drawer|language-picker|theme-switch|logo|sandbox-tag)(\\.module)?'),
      own(
        'lib/(answers|api|session|end-session|confirm-identity|connectors|account|keyboard|use-keys|escape-stack|tooltips|toasts|use-form|use-media|numbers|url-state|lazy-chunk|shown-in)',
      ),
      npm(`@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](${boot}))`),
      /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
      /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](languages|monitor|moon|sun|check|x)\./,
    ),
    priority: 15,
  },
  {
    name: 'auth',
    test: own(
      'features/auth/(auth-page|use-meta|social-(?:buttons|binding)|demo-callout|use-entry|reveal-labels|harbour)(\\.module)?',
    ),
    priority: 12,
  },
  {
    name: 'list',
    test: any(
      npm('@tanstack[\\/](react-table|table-core|react-virtual|virtual-core)'),
      own(
        'kit/(list-page|data-table|table-\\w+|card-list|filter\\w*(-\\w+)?|saved-tabs|search-field|bulk-bar|column\\w*(-choice)?)(\\.module)?',
      ),
      own(
        'kit/(choice-list|section-links|selection|use-is-interacting|use-list-view|use-steady-rows|detail-panel)(\\.module)?',
      ),
      own('lib/(use-list|live-pages|held-rows|column-fit|density)'),
    ),
    priority: 8,
  },
  {
    name: 'app',
    test: any(
      // Several questions at once are asked by a drawer alone.
      npm('@tanstack[\\/](react-query|query-core)[\\/](?!.*(useQueries|queriesObserver)\\.)build'),
      own(`lib/(?!(${later}|countries)\\.)[\\w-]+`),
      own(
        'kit/(states|skeletons|process-(tray|list)|page-header|money|use-flash|status-badge|product-picture|avatar)(\\.module)?',
      ),
      own('kit/state-actions(\\.module)?'),
      own(
        'features/shell/(shell|header|navigation|nav-width|places|processes|folded-tasks|store-selector|use-\\w+|user-menu)(\\.module)?',
      ),
      own('features/notifications/(bell|use-notifications)(\\.module)?'),
      // Small, and read by most lists.
      own('kit/(link-button|may-button|converted|country-codes)(\\.module)?'),
      own('features/(shell/(connection|bottom-tabs)|sandbox/(sandbox-panel|world-query))(\\.module)?'),
      /packages[\\/](kernel[\\/]src[\\/](days|profit|rates)|contracts[\\/]src[\\/](rates|sandbox))\./,
    ),
    priority: 10,
  },
  // What the order list and what product screens share among themselves, in one request each.
  {
    name: 'orders',
    test: own(
      'features/(orders/(tasks|profit|labels|sections|use-order-actions|place/topup-intent)|wallet/use-begin-topup)(\\.module)?',
    ),
    priority: 7,
  },
  {
    name: 'products',
    test: own(
      'features/(products/(html-text|mark|money-range|price-bar|isolated|picture-at|sections|use-connected-sources|push/(push-product|use-push-drawer))|sourcing/collections/bullet-list)(\\.module)?',
    ),
    priority: 7,
  },
  {
    name: 'parts',
    test: own(`(kit/(stat-card|sparkline|chart|timeline|confirm-money)(\\.module)?|lib/(${later}))`),
    priority: 10,
  },
  // Icons that several screens use; one that a single screen uses stays with it.
  { name: 'icons', test: npm('lucide-react'), minShareCount: 2, priority: 5 },
];

/**
 * The first chunk names every other one, and no packing makes a hash smaller: six letters of 64 tell two versions of one file
 * apart as well as eight do. So many scripts need seven, says the bundler.
 */
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:6][extname]',
};

export default defineConfig({
  plugins: [react(), withoutIconKeys(), preloadTextFace(), packBuilt(), firstFiles()],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/pictures', '/flags'].map((path) => [path, process.env.QUAYSIDE_API ?? 'http://127.0.0.1:4000']),
    ),
  },
  build: {
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { ...names, codeSplitting: { groups } } },
  },
});
