import { expect, expectAccessible, type Page, read, signIn, test } from '../kit.ts';
import { orderFromShopper, post } from '../orders.ts';

interface Notes {
  tags: string[];
  staff_notes: { text: string }[];
}

const notesOf = (page: Page, id: string): Promise<Notes> => read<Notes>(page, `/orders/v5/notes/${id}`);

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Reed',
  address1: '1 Main Street',
  city: 'Springfield',
  province: 'Illinois',
  postal_code: '62701',
  country_code: 'US',
};

test('a private note reaches the store; tagged orders are found by their tag', async ({ page, request }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const order = await orderFromShopper(page, request);
  await page.goto(`/app/orders?period=all&open=${order.id}`);
  await expect(page.getByRole('heading', { name: 'Notes and tags' })).toBeVisible();
  await expect(page.getByText('This store’s platform has no order tags.')).toBeVisible();
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Call <first> & knock');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(async () => (await notesOf(page, order.id)).staff_notes.at(-1)?.text).toBe('Call <first> & knock');
  await expect(page.getByText('Call <first> & knock')).toHaveCount(1);
  await expectAccessible(page);

  // WooCommerce has no order tags, so an order created here is tagged.
  const { store } = await read<{ store: { id: string } }>(page, `/orders/v5/detail/${order.id}`);
  const manual = await post<{ order_id: string; name: string }>(page, '/orders/manual', {
    store_id: store.id,
    currency: 'USD',
    paid: true,
    ...ADDRESS,
    lines: [{ title: 'Lamp', quantity: 1, unit_price: 1000 }],
  });
  const tag = `Big spender ${Date.now()}`;
  await page.goto(`/app/orders?period=all&q=${encodeURIComponent(manual.name)}`);
  const row = page.getByRole('row').filter({ hasText: manual.name });
  await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'More bulk actions' }).click();
  await page.getByRole('menuitem', { name: 'Add tag' }).click();
  await page.getByLabel('Tag', { exact: true }).fill(tag);
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click();
  await expect.poll(async () => (await notesOf(page, manual.order_id)).tags).toEqual([tag]);

  await page.goto(`/app/orders?period=all&open=${manual.order_id}`);
  await page.getByRole('link', { name: `Show orders with the tag ${tag}` }).click();
  await expect(page).toHaveURL(/q=tag/);
  await expect(row).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});
