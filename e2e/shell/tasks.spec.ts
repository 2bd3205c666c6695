import { expect, type Page, signIn, test } from '../kit.ts';

type Status = 'processing' | 'success' | 'error';

/** Lets the server answer with these tasks until they are dismissed. Returns a function that changes them. */
async function withTasks(page: Page, ...first: Status[]): Promise<(...statuses: Status[]) => void> {
  let statuses = first;
  await page.route('**/api/processes', (route) =>
    route.fulfill({
      json: {
        status: 200,
        code: 'OK',
        message: '',
        data: {
          items: statuses.map((status, at) => ({
            process_id: `01a217f2-b1de-71f7-adc3-b88ebfac5c0${at}`,
            kind: 'import',
            title: `Linen apron ${at + 1}`,
            image_url: null,
            channel: null,
            store_id: null,
            status,
            done: status === 'processing' ? 0 : 1,
            total: 1,
            error: status === 'error' ? { code: 'SERVER_ERROR', text: 'The store refused it' } : null,
            updated_at: '2026-11-01T10:00:00.000Z',
          })),
        },
      },
    }),
  );
  await page.route('**/api/processes/seen', (route) => {
    statuses = [];
    return route.fulfill({ json: { status: 200, code: 'OK', message: '', data: { done: true } } });
  });
  // A stream that tells of a change twice a second.
  await page.route('**/api/events*', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: 'retry: 500\n\nid: 1\nevent: change\ndata: {"topic":"processes"}\n\n',
    }),
  );
  return (...next) => {
    statuses = next;
  };
}

const tray = (page: Page) => page.getByRole('region', { name: 'Tasks' });

test('finished tasks fold into the header, where they can be read and dismissed', async ({ page }) => {
  await signIn(page);
  const change = await withTasks(page, 'processing', 'processing');
  await page.goto('/app/products-center');
  await expect(tray(page)).toContainText('2 tasks running');
  // Scrolled to the end, the last row is clear of the tray.
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.getByRole('row').last().boundingBox();
  const corner = await tray(page).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(corner?.y ?? 0);

  change('success', 'success');
  await expect(tray(page)).toContainText('2 tasks done');
  await expect(tray(page)).toHaveCount(0);
  await page.reload();
  const folded = page.getByRole('banner').getByRole('button', { name: '2 tasks done' });
  await expect(folded).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
  await folded.click();
  const list = page.getByRole('dialog', { name: 'Tasks' });
  await expect(list).toContainText('Linen apron 2');
  await list.getByRole('button', { name: 'Dismiss' }).click();
  await expect(folded).toHaveCount(0);
});

test('a failed task stays in view, and a phone finds finished ones under More', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  const change = await withTasks(page, 'success', 'error');
  await page.goto('/app/products-center');
  await expect(tray(page)).toContainText('1 task failed');
  change('success', 'success');
  await expect(tray(page)).toHaveCount(0);
  await page.getByRole('button', { name: /More$/ }).click();
  await page.getByRole('menuitem', { name: '2 tasks done' }).click();
  await expect(page.getByRole('dialog')).toContainText('Linen apron 1');
});
