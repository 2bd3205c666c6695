import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFirstFiles } from '../../first-files.ts';

const routes = readFileSync(join(import.meta.dirname, 'routes.tsx'), 'utf8');

it('lists what screens fetch beyond the page: their chunks, styles and English texts, each once', () => {
  const found = findFirstFiles(routes, {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js' },
    '_app.js': { file: 'assets/app.js', imports: ['_react.js'], css: ['assets/app.css'] },
    'src/features/orders/orders-page.tsx': { file: 'assets/orders-page.js', imports: ['_app.js', '_react.js'] },
    'src/features/auth/sign-in-page.tsx': { file: 'assets/sign-in-page.js', imports: ['_react.js'] },
    '../../messages/en/web/common.json': { file: 'assets/common.js' },
    '../../messages/en/web/orders.json': { file: 'assets/orders.js' },
    '../../messages/en/web/shell.json': { file: 'assets/shell.js' },
  });
  expect(found['/app/orders']).toEqual({
    files: ['assets/orders-page.js', 'assets/app.js', 'assets/app.css'],
    texts: ['assets/common.js', 'assets/shell.js', 'assets/orders.js'],
  });
  expect(found['/login']).toEqual({ files: ['assets/sign-in-page.js'], texts: ['assets/common.js'] });
});

it('reads every screen that the routes declare in the common form', () => {
  const paths = Object.keys(findFirstFiles(routes, {}));
  expect(paths).toEqual(
    expect.arrayContaining([
      '/login',
      '/app',
      '/app/find-product',
      '/app/setting/wallet',
      '/app/products-center/editor',
    ]),
  );
  expect(paths.length).toBeGreaterThan(35);
});
