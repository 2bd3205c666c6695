import { bearer, expect, signIn, signUp, signUpByForm, test } from '../kit.ts';

test('unsaved changes of a product outlive a reload and a session that ends in the middle, but not a sign-out', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const email = await signUp(page);
  const who = { email, password: 'a good long password' };
  await page.goto('/app/find-product?q=mug');
  const importButton = page.getByRole('button', { name: /^Import / }).first();
  await expect(importButton).toBeVisible({ timeout: 90_000 });
  const name = ((await importButton.getAttribute('aria-label')) ?? '').replace(/^Import /, '');
  await importButton.click();
  await page.getByRole('link', { name: `Imported: edit ${name}`, exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const back = page.getByText('Your unsaved changes are back.');
  const typed = 'A title nobody wants to type twice';
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('quayside.work.')));
  await expect(title).toHaveValue(name);
  const editor = page.url();

  await test.step('the session ends while a title is typed', async () => {
    await title.fill(typed);
    await expect.poll(kept).toBe(true);
    await page.request.post('/api/auth/logout', { headers: await bearer(page) });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.locator('[name=email]').fill(who.email);
    await page.locator('[name=password]').fill(who.password);
    await page.locator('button[type=submit]').click();
    await expect(page).toHaveURL(editor);
    await expect(title).toHaveValue(typed);
    await expect(back).toBeVisible();
  });

  await test.step('saved, they are done with', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    await expect.poll(kept).toBe(false);
    await page.reload();
    await expect(title).toHaveValue(typed);
    await expect(back).toBeHidden();
  });

  await test.step('signed out, nothing stays for the next person', async () => {
    await title.fill('Only for me');
    await expect.poll(kept).toBe(true);
    page.on('dialog', (question) => void question.accept());
    await page.goto('/signout');
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(kept).toBe(false);
    await signIn(page, who);
    await page.goto(editor);
    await expect(title).toHaveValue(typed);
  });
});

test('what is typed into a form of the settings outlives a reload and a session that ends in the middle', async ({
  page,
}) => {
  const email = await signUpByForm(page);
  // The zone that the browser is in is noted by itself. Nobody types before that: the form would be put up anew below the hand.
  let note: () => void = () => undefined;
  const noted = new Promise<void>((done) => {
    note = done;
  });
  await page.route('**/api/core/workplaces/settings', async (route) => {
    await noted;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/core/workplaces/settings');
  await page.goto('/app/setting/workspace');
  await asked;
  const name = page.locator('[name=name]');
  await expect(name).toBeHidden();
  note();
  const zone = page.locator('[name=time_zone]');
  const back = page.getByText('We restored what you typed. It isn’t saved yet.');
  await expect(name).toHaveValue("Ada's workspace");
  await expect(zone).not.toHaveValue('');
  await name.fill('North pier');
  await zone.selectOption('Europe/Oslo');
  await page.reload();
  await expect(name).toHaveValue('North pier');
  await expect(back).toBeVisible();

  await page.request.post('/api/auth/logout', { headers: await bearer(page) });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill('a good long password');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL('/app/setting/workspace');
  await expect(name).toHaveValue('North pier');
  await expect(zone).toHaveValue('Europe/Oslo');
  await expect(back).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'North pier' })).toBeVisible();
  await expect(back).toBeHidden();
  await page.reload();
  await expect(name).toHaveValue('North pier');
  await expect(back).toBeHidden();
});
