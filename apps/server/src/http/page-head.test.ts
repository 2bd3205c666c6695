import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createPageHead } from './page-head.ts';

const dist = mkdtempSync(join(tmpdir(), 'quayside-head-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const PAGE = '<html><head><script src="/first-paint.js"></script></head><body></body></html>';
writeFileSync(join(dist, 'index.html'), PAGE);
writeFileSync(
  join(dist, '.first-files.json'),
  JSON.stringify({
    '/app': { files: ['assets/app.js'], texts: ['assets/home.js'] },
    '/app/orders': { files: ['assets/orders.js', 'assets/orders.css'], texts: ['assets/a.js', 'assets/b.js'] },
  }),
);

it('names the files of the longest path that an address begins with', () => {
  const pageOf = createPageHead(dist);
  const orders = pageOf('/app/orders/payments', {});
  expect(orders).toContain('<link rel="modulepreload" crossorigin href="/assets/orders.js">');
  expect(orders).toContain('<link rel="stylesheet" crossorigin href="/assets/orders.css">');
  expect(orders).toContain('<script src="/first-paint.js" data-texts="/assets/a.js /assets/b.js">');
  expect(orders).not.toContain('app.js');
  expect(pageOf('/app/ordersx', {})).toContain('app.js');
  expect(pageOf('/login', {})).toContain('<script src="/first-paint.js"></script>');
});

it('carries facts as data that cannot end their element', () => {
  const name = '</script><script>alert(1)</script>';
  const page = createPageHead(dist)('/login', { name, dollar: '$&' });
  const text = /<script type="application\/json" id="quayside-facts">(.*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(text)).toEqual({ name, dollar: '$&' });
  expect(page).not.toContain('<script>alert');
});

it('follows a build that was made since the start', () => {
  const pageOf = createPageHead(dist);
  writeFileSync(join(dist, 'index.html'), PAGE.replace('<body>', '<body>newer'));
  utimesSync(join(dist, 'index.html'), 1, 1);
  expect(pageOf('/login', {})).toContain('newer');
});
