import { newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/db/index.ts';
import { tradeWorld } from '../../../testing/fakes/trade-world.ts';
import { createAddress } from '../actions/change-addresses.ts';
import { sampleReturnMail } from './sample-mail.ts';

const world = await tradeWorld(await testDatabase());
const { deps } = world;
const owner = await world.owner();
const sample = { language: 'en', send_back_days: 10, instructions: 'Leave the tags on.' };
const postal = { address1: 'Hauptstr. 1', address2: '', city: 'Berlin', province: '', postal_code: '10115', phone: '' };

it('the sample email has the instructions as typed, the date and the address that would be proposed', async () => {
  const before = await sampleReturnMail(deps, owner.who, sample);
  expect(before.text).toContain('Leave the tags on.');
  // Without an address of their own, owners see one that is only a sample.
  expect(before.text).toContain('12 Harbour Street');
  const place = { ...postal, country_code: 'DE', source: null };
  await createAddress(deps, owner.who, { ...place, name: 'Everything', store_id: null });
  expect((await sampleReturnMail(deps, owner.who, sample)).text).toContain('Everything, Hauptstr. 1');
  await createAddress(deps, owner.who, { ...place, name: 'One store', store_id: owner.storeId });
  const { html, text } = await sampleReturnMail(deps, owner.who, {
    ...sample,
    language: 'ar',
    store_id: owner.storeId,
  });
  expect(text).toContain('One store, Hauptstr. 1');
  expect(html).toContain('dir="rtl"');
});

it('refuses a store of another workspace by the field', async () => {
  await expect(sampleReturnMail(deps, owner.who, { ...sample, store_id: newId() })).rejects.toMatchObject({
    fields: { store_id: ['STORE_NOT_FOUND'] },
  });
});
