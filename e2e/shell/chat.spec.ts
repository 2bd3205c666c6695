import { installBehindHttps } from '../installation.ts';
import { expect, expectAccessible, signUp, test } from '../kit.ts';

const CHAT = 'https://chat.quayside.test';
/** A support's page: it writes down what it is told, and has something unread. */
const PAGE = `<!doctype html><html lang="en"><title>Support</title><h1>Support</h1><p id="who"></p><ol></ol><script>
  document.querySelector('#who').textContent = new URLSearchParams(location.search).get('email');
  addEventListener('message', ({ data }) => {
    for (const one of data.messages ?? [])
      document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: one.code + ' ' + one.call }));
  });
  parent.postMessage({ type: 'quayside.chat.unread', count: 3 }, '*');
</script></html>`;

test.describe('with a support chat', () => {
  let here: Awaited<ReturnType<typeof installBehindHttps>>;
  test.beforeAll(async () => {
    here = await installBehindHttps({ CHAT_URL: `${CHAT}/widget` });
  });
  test.afterAll(() => here.stop());

  test('the chat knows who speaks, says what is unread, and is told what went wrong by a click', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: here.url, ignoreHTTPSErrors: true });
    await context.route(`${CHAT}/**`, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    const page = await context.newPage();
    const email = await signUp(page);
    await page.route('**/api/center/products/find?**', (route) => route.fulfill({ status: 500, body: 'down' }));
    await page.goto('/app/find-product');

    const button = page.getByRole('button', { name: /^Support chat/ });
    await button.click();
    const panel = page.getByRole('region', { name: 'Support chat' });
    const frame = panel.frameLocator('iframe');
    await expect(frame.locator('#who')).toHaveText(email);
    await expect(page.getByRole('button', { name: 'Support chat, 3 unread messages' })).toBeVisible();

    // What would be sent is read before it is.
    await panel.getByText(/Report (?:it|them) to support\?$/).click();
    await expect(panel.getByText('GET /center/products/find · HTTP_500').first()).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Report to support' }).click();
    await expect(frame.getByText('HTTP_500 GET /center/products/find').first()).toBeVisible();

    // Hidden, it keeps reporting; opened again, it is where it was.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(frame.getByText('HTTP_500 GET /center/products/find').first()).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('button', { name: 'More' })).toContainText('3');
  });
});
