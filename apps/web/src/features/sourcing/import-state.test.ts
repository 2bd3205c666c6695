import { beforeEach, expect, it } from 'vitest';
import { type Importable, imports } from './import-state.ts';

const product: Importable = { source: 'cj', source_product_id: '7', imported: false, product_package_id: null };
beforeEach(() => imports.forget());

it('goes from nothing over loading to imported', () => {
  expect(imports.of(product).is).toBe('none');
  expect(imports.begin(product)).toBe(true);
  expect(imports.of(product).is).toBe('loading');
  imports.settle(product);
  const imported = { ...product, imported: true, product_package_id: 'p1' };
  expect(imports.of(imported)).toEqual({ is: 'imported', productId: 'p1' });
});

it('begins once: not while it runs, and not when it is imported', () => {
  imports.begin(product);
  expect(imports.begin(product)).toBe(false);
  expect(imports.begin({ ...product, source_product_id: '8', imported: true, product_package_id: 'p8' })).toBe(false);
});

it('can begin again after a failure', () => {
  imports.begin(product);
  imports.fail(product, 'Sold out.');
  expect(imports.of(product)).toEqual({ is: 'failed', text: 'Sold out.' });
  expect(imports.begin(product)).toBe(true);
});

it('keeps products of two sources apart', () => {
  imports.begin(product);
  expect(imports.of({ ...product, source: 'quayside' }).is).toBe('none');
});
