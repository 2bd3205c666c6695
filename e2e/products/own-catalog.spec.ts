import type { Browser, Page } from '@playwright/test';
import { type Installation, installBehindHttps } from '../installation.ts';
import { expect, expectAccessible, test } from '../kit.ts';

const OPERATOR = 'keeper@example.com';
const PASSWORD = 'a good long password';

let here: Installation;
test.beforeAll(async () => {
  here = await installBehindHttps({ QUAYSIDE_SANDBOX: 'off', QUAYSIDE_RATES_URL: 'off', QUAYSIDE_OPERATORS: OPERATOR });
});
test.afterAll(() => here?.stop());

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: here.url, ignoreHTTPSErrors: true });
  return context.newPage();
}

const PRODUCTS = `Handle;Title;Category;SKU;Cost;Stock;Weight (g);Ships from;Option1 name;Option1 value;Image URLs
apron;Linen Apron;Home > Aprons;APRON-S;11,40;20;310;US;Size;S;apron.png
apron;;;APRON-M;11,40;20;310;;;M;
broken;Broken Stool;Home;STOOL;free;1;900;US;;;
`;
const RATES = `Ship to country,Service,Price per parcel,Price per kg,Delivery days min,Delivery days max
US,Standard,4.50,1.00,3,5
`;
/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

test('an operator imports products, and another account finds and imports them', async ({ browser }) => {
  test.setTimeout(240_000);
  const keeper = await open(browser);
  await keeper.goto(await here.claim());
  await keeper.locator('[name=password]').fill(PASSWORD);
  await keeper.locator('button[type=submit]').click();
  await expect(keeper).toHaveURL(/\/app/);

  await test.step('an empty Find products leads to the catalog', async () => {
    const link = keeper.getByRole('link', { name: 'Import your catalog' });
    // Right after the start the own catalog may still be read for the first time.
    await expect(async () => {
      await keeper.goto('/app/find-product');
      await expect(link).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await link.click();
    await expect(keeper.getByRole('heading', { level: 1 })).toHaveText('Your catalog');
  });

  const chooseFile = async (button: string, files: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = keeper.waitForEvent('filechooser');
    await keeper.getByRole('button', { name: button }).click();
    await (await chooser).setFiles(files);
  };
  const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await test.step('the file is shown before anything changes', async () => {
    await chooseFile('Import CSV', csv('products.csv', PRODUCTS));
    await expect(keeper.getByText('Row 4, Cost:')).toBeVisible();
    await expect(keeper.getByText('Broken Stool')).toBeVisible();
    await keeper.getByText(/^New 1$/).click();
    await expect(keeper.getByText('Linen Apron')).toBeVisible();
    await expectAccessible(keeper);
    await keeper.getByRole('button', { name: 'Import 1 product' }).click();
    await expect(keeper.getByText('1 entry imported.')).toBeVisible();
    const download = keeper.waitForEvent('download');
    await keeper.getByRole('button', { name: 'Download rejected rows' }).click();
    expect((await download).suggestedFilename()).toBe('products-refused.csv');
  });

  await test.step('it says that nobody can order yet, until there are rates', async () => {
    await expect(keeper.getByText('import shipping rates first', { exact: false })).toBeVisible();
    await chooseFile('Import CSV', csv('rates.csv', RATES));
    await keeper.getByRole('button', { name: 'Replace shipping rates' }).click();
    await expect(keeper.getByText('Rates for 1 country.')).toBeVisible();
    await expect(keeper.getByText('import shipping rates first', { exact: false })).toBeHidden();
  });

  await test.step('a missing picture is named, and uploaded', async () => {
    await expect(keeper.getByText('apron.png')).toBeVisible();
    await chooseFile('Upload pictures', {
      name: 'apron.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PNG, 'base64'),
    });
    await expect(keeper.getByText('1 of 1 uploaded')).toBeVisible();
    await expect(keeper.getByText('Upload a file with this name', { exact: false })).toBeHidden();
    await expectAccessible(keeper);
  });

  await test.step('somebody else finds the product and imports it', async () => {
    const owner = await open(browser);
    await owner.goto('/signup');
    const person = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', password: PASSWORD };
    for (const [name, value] of Object.entries(person)) await owner.locator(`[name=${name}]`).fill(value);
    await owner.locator('button[type=submit]').click();
    await expect(owner).toHaveURL(/\/app/);
    await owner.goto('/app/find-product');
    const card = owner.getByRole('article').filter({ hasText: 'Linen Apron' });
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: 'Import', exact: false }).first().click();
    await owner.goto('/app/products-import');
    await expect(owner.getByText('Linen Apron').first()).toBeVisible();
  });
});
