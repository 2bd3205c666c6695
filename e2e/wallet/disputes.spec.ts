import { expect, expectAccessible, type Page, read, signIn, signUp, test } from '../kit.ts';
import { orderFromShopper, placeAndPay, quotedCost } from '../orders.ts';

const WALLET = '/app/setting/wallet';
const figure = (page: Page, label: string) => page.getByRole('group', { name: label });

/** Tops up on the wallet's page; returns the address of the payment page. */
async function topUp(page: Page, dollars: number): Promise<string> {
  const sum = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(dollars);
  await page.goto(WALLET);
  await page.getByLabel('Other amount').fill(String(dollars));
  const policy = page.getByLabel(/I accept the wallet/);
  if (await policy.isVisible()) await policy.check();
  await page.getByRole('button', { name: `Top up ${sum}` }).click();
  await expect(page).toHaveURL(/\/stripe\/pay\//);
  const checkout = page.url();
  await page.getByRole('button', { name: `Pay ${sum}` }).click();
  await expect(page).toHaveURL((url) => url.pathname === WALLET);
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  return checkout;
}

test('a disputed top-up is frozen, released when the dispute is won, and taken back when it is lost', async ({
  page,
  context,
}) => {
  await signUp(page);
  const checkout = await topUp(page, 100);
  const bank = await context.newPage();
  await bank.goto(checkout);

  await bank.getByRole('button', { name: 'Open a dispute' }).click();
  await expect(figure(page, 'Frozen')).toContainText('$100.00');
  await expect(figure(page, 'Available')).toContainText('$0.00');
  await expectAccessible(page);

  await bank.getByRole('button', { name: 'Decide the dispute: won' }).click();
  await expect(figure(page, 'Frozen')).toBeHidden();
  await expect(figure(page, 'Available')).toContainText('$100.00');

  await bank.getByRole('button', { name: 'Open a dispute' }).click();
  await expect(figure(page, 'Frozen')).toBeVisible();
  await bank.getByRole('button', { name: 'Decide the dispute: lost' }).click();
  await expect(figure(page, 'Frozen')).toBeHidden();
  await expect(figure(page, 'Available')).toContainText('$0.00');
  await expect(figure(page, 'Owed')).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Top-up reversed' })).toContainText('100.00');
});

interface Wallet {
  total: { amount: number };
  debt: { amount: number };
}

test('what was spent of a lost top-up is owed, and the next top-up pays it first', async ({
  page,
  context,
  request,
}) => {
  await signIn(page);
  const wallet = () => read<Wallet>(page, '/payments/user/wallets');
  const before = (await wallet()).total.amount;
  // Costs more than the wallet holds, whatever the product's margin is.
  const order = await orderFromShopper(page, request, { worth: 4 * (before / 100 + 100) });
  const dollars = Math.ceil((await quotedCost(page, order.id)) / 100);
  const checkout = await topUp(page, dollars);
  const cost = (await placeAndPay(page, order.id)).total_cost?.amount ?? 0;
  expect(cost).toBeGreaterThan(before);

  const bank = await context.newPage();
  await bank.goto(checkout);
  await bank.getByRole('button', { name: 'Open a dispute' }).click();
  await bank.getByRole('button', { name: 'Decide the dispute: lost' }).click();
  const owed = cost - before;
  await expect.poll(async () => (await wallet()).debt.amount).toBe(owed);
  await expect(figure(page, 'Owed')).toContainText('Your next top-up pays this first');

  await topUp(page, dollars);
  await expect(figure(page, 'Owed')).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Debt paid' }).first()).toBeVisible();
  expect(await wallet()).toMatchObject({ total: { amount: dollars * 100 - owed }, debt: { amount: 0 } });
});
