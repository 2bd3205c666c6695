import { MOST_VIEWS } from '@quayside/contracts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ args: ['--role', 'web'] });
afterAll(() => app.stop());

let ada: Client;
beforeEach(async () => {
  ada = await app.signUp();
});

const view = (change: object = {}) => ({
  name: 'To place',
  search: 'placement=ready&mark=red',
  hidden_columns: ['cost'],
  shared: false,
  ...change,
});
const create = (who: Client, change: object = {}) =>
  who.call('POST /lists/{list}/views', { params: { list: 'orders' }, body: view(change) });
const names = async (who: Client) =>
  (await who.call('GET /lists/{list}/views', { params: { list: 'orders' } })).data.items.map((one) => one.name);

it('keeps views by name, changes and deletes them', async () => {
  const { data } = await create(ada);
  expect(data).toMatchObject({ ...view(), is_own: true, can_change: true });
  await create(ada, { name: 'Archive', search: 'tab=archived' });
  expect(await names(ada)).toEqual(['Archive', 'To place']);
  const change = { params: { view_id: data.id }, body: { name: 'Ready' } };
  expect((await ada.call('PUT /lists/views/{view_id}', change)).data).toMatchObject({
    name: 'Ready',
    search: 'placement=ready&mark=red',
  });
  await ada.call('DELETE /lists/views/{view_id}', { params: { view_id: data.id } });
  expect(await names(ada)).toEqual(['Archive']);
  expect(await ada.call('PUT /lists/views/{view_id}', change)).toMatchObject({ code: 'LIST_VIEW_NOT_FOUND' });
});

it('refuses a name twice, whatever its case, also at once', async () => {
  const answers = await Promise.all([create(ada), create(ada, { name: 'to PLACE' })]);
  expect(answers.filter((one) => one.code === 'OK')).toHaveLength(1);
  expect(answers.find((one) => one.code !== 'OK')?.errors).toHaveProperty('name');
  const other = await create(ada, { name: 'Other' });
  const taken = { params: { view_id: other.data.id }, body: { name: 'To place' } };
  expect((await ada.call('PUT /lists/views/{view_id}', taken)).errors).toHaveProperty('name');
});

it('holds so many views of a person and no more', async () => {
  for (let at = 0; at < MOST_VIEWS - 1; at += 1) await create(ada, { name: `View ${at}` });
  const last = await Promise.all([create(ada, { name: 'a' }), create(ada, { name: 'b' })]);
  expect(last.map((one) => one.code).sort()).toEqual(['LIST_VIEWS_FULL', 'OK']);
});

it('shows a shared view to the workspace, and never one to another workspace', async () => {
  const bob = await app.signUp();
  await create(ada, { shared: true });
  expect(await names(bob)).toEqual([]);
  const [own] = (await ada.call('GET /lists/{list}/views', { params: { list: 'orders' } })).data.items;
  const foreign = { params: { view_id: own?.id ?? '' }, body: { name: 'Mine' } };
  expect(await bob.call('PUT /lists/views/{view_id}', foreign)).toMatchObject({ code: 'LIST_VIEW_NOT_FOUND' });
});
