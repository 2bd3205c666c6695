import type { LineState } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { waitingFor } from './waiting-lines.ts';

const line = (variant: string, more: { state?: LineState; quantity?: number; shipping_method?: string } = {}) => ({
  state: 'ready' as LineState,
  quantity: 2,
  fulfillable_quantity: 2,
  pieces_per_unit: 1,
  source: 'quayside',
  source_product_id: 'p',
  source_variant_id: variant,
  shipping_method: null,
  ...more,
});
const home = { countryCode: 'DE', postalCode: '10115' };

it('is the same name for the same lines and destination, in whatever order they stand', () => {
  expect(waitingFor(home, [line('a'), line('b')])).toBe(
    waitingFor({ ...home, city: 'Berlin' }, [line('b'), line('a')]),
  );
});

it('is another name when what is bought, its service or where it goes is another', () => {
  const name = waitingFor(home, [line('a'), line('b')]);
  expect(waitingFor({ ...home, countryCode: 'FR' }, [line('a'), line('b')])).not.toBe(name);
  expect(waitingFor(home, [line('a'), line('b', { quantity: 1 })])).not.toBe(name);
  expect(waitingFor(home, [line('a'), line('b', { shipping_method: 'Fast' })])).not.toBe(name);
  expect(waitingFor(home, [line('a'), line('b', { state: 'placed' })])).not.toBe(name);
});

it('is none where nothing is to be bought', () => {
  expect(waitingFor(home, [])).toBeUndefined();
  expect(waitingFor(home, [line('a', { state: 'placed' }), line('b', { state: 'unmapped' })])).toBeUndefined();
  expect(waitingFor(home, [line('a', { quantity: 0 })])).toBeUndefined();
});

it('knows an address without its country or postal code', () => {
  const name = waitingFor({}, [line('a')]);
  expect(name?.startsWith('["","",')).toBe(true);
  expect(waitingFor({ countryCode: 'DE' }, [line('a')])).not.toBe(waitingFor(home, [line('a')]));
  expect(waitingFor({ countryCode: 'DE', postalCode: '10115' }, [line('a')])?.startsWith('["DE","10115",')).toBe(true);
});
