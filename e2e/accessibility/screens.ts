import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, type Page } from '../kit.ts';
import type { World } from './prepare.ts';

/** The words of a language by `namespace:dotted.key`, so that the same steps find their buttons in every language. */
export function wordsOf(language: string): (key: string) => string {
  const folder = join(import.meta.dirname, '../../messages', language, 'web');
  const catalogues = new Map<string, object>();
  return (key) => {
    const [namespace = '', path = ''] = key.split(':');
    const catalogue = catalogues.get(namespace) ?? JSON.parse(readFileSync(join(folder, `${namespace}.json`), 'utf8'));
    catalogues.set(namespace, catalogue);
    const text = path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], catalogue);
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}.`);
    return text;
  };
}

export interface Screen {
  name: string;
  path(world: World): string;
  /** What is done on the page once it stands; answers what must then be in sight. */
  open?(page: Page, word: (key: string) => string): Promise<Locator>;
  /** Only where there is room for a table. */
  wide?: true;
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const clickTo = async (page: Page, what: Locator): Promise<Locator> => {
  await what.click();
  return dialog(page);
};

const lists: readonly Screen[] = [
  { name: 'home', path: () => '/app' },
  { name: 'find', path: () => '/app/find-product' },
  { name: 'find-table', path: () => '/app/find-product?view=table', wide: true },
  { name: 'find-none', path: () => '/app/find-product?q=zzzzqqqq' },
  { name: 'find-address', path: () => '/app/find-product?q=https%3A%2F%2Fqzx.example%2Fzzqq' },
  { name: 'find-collection', path: () => '/app/find-product/free_ship_us' },
  { name: 'find-collections', path: () => '/app/find-product/collection' },
  { name: 'imports', path: () => '/app/products-import' },
  { name: 'product-feeds', path: () => '/app/setting/product-feeds' },
  { name: 'import-file', path: () => '/app/products-import/file' },
  { name: 'center', path: () => '/app/products-center' },
  { name: 'inventory', path: () => '/app/inventory' },
  { name: 'auto-update', path: () => '/app/products/auto-update' },
  { name: 'auto-update-changes', path: () => '/app/products/auto-update/changes' },
  { name: 'auto-update-rules', path: () => '/app/products/auto-update/rules' },
  { name: 'unmapped', path: () => '/app/products-center/unmapped' },
  { name: 'variants without supplier', path: () => '/app/products-center/without-supplier' },
  { name: 'missing variants', path: () => '/app/products-center/missing-variants' },
  { name: 'supplier-list', path: () => '/app/products-center/supplier-list' },
  { name: 'channels', path: () => '/app/channel' },
  { name: 'wallet', path: () => '/app/setting/wallet' },
  ...['unfulfilled', 'fulfilled', 'archived'].map((tab) => ({
    name: `orders-${tab}`,
    path: () => `/app/orders?period=all&tab=${tab}`,
  })),
  ...['waiting_payment', 'order_placed', 'failed'].map((tab) => ({
    name: `payments-${tab}`,
    path: () => `/app/orders/payments?tab=${tab}`,
  })),
  { name: 'tracking', path: () => '/app/orders/shipment' },
  { name: 'refund-requests', path: () => '/app/orders/cancel-refund' },
  { name: 'returns', path: () => '/app/orders/returns' },
  { name: 'order-analytics', path: () => '/app/orders/analyses' },
  { name: 'order-feedback', path: () => '/app/orders/feedback' },
  { name: 'order-create', path: () => '/app/orders/create' },
  { name: 'shipment-alerts', path: () => '/app/manage/tracking' },
  ...['paid', 'shipped'].map((tab) => ({ name: `warehouse-${tab}`, path: () => `/app/warehouse?tab=${tab}` })),
  ...[
    'account',
    'workspace',
    'team',
    'suspended',
    'audit',
    'api-tokens',
    'migrate',
    'product',
    'selling-price',
    'monitoring',
    'notification',
    'extension',
    'integration/ai-writing',
    'integration/product-copy',
    'order/order-placement',
    'order/guards',
    'quayside-fulfillment',
    'documents',
    'order-tracking',
    'returns',
  ].map((section) => ({
    name: `setting-${section.replaceAll('/', '-')}`,
    path: () => `/app/setting/${section}`,
  })),
  { name: 'notifications', path: () => '/app/notifications' },
  { name: 'notifications-unread', path: () => '/app/recent-notification?tab=unread' },
  { name: 'outbox', path: () => '/app/outbox' },
  { name: 'backups', path: () => '/app/backups' },
  { name: 'jobs', path: () => '/app/jobs' },
  { name: 'quick-start', path: () => '/app/guide-line' },
  { name: 'community', path: () => '/app/community' },
  { name: 'help', path: () => '/app/help' },
  { name: 'help-search', path: () => '/app/help?q=refund' },
  { name: 'help-article', path: () => '/app/help/place-and-pay-orders' },
  { name: 'help-guide', path: () => '/app/help/connect-woocommerce' },
  { name: 'bind-nothing', path: () => '/app/auth/bind/platform' },
  { name: 'welcome', path: () => '/app/ob-welcome' },
  { name: 'enhancer', path: () => '/app/ob-ai-enhancer' },
  { name: 'ai-images', path: () => '/app/ai-images' },
  { name: 'not-found', path: () => '/app/nowhere' },
  { name: 'not-found-setting', path: () => '/app/setting/nowhere' },
];

const panels: readonly Screen[] = [
  {
    name: 'find-detail',
    path: ({ source }) => `/app/find-product/${source.name}/detail/${source.id}/US`,
  },
  { name: 'editor', path: ({ importedId }) => `/app/products-import/editor/${importedId}` },
  { name: 'center-panel', path: ({ importedId }) => `/app/products-center?open=${importedId}` },
  { name: 'order-panel', path: ({ deliveredId }) => `/app/orders?period=all&tab=fulfilled&open=${deliveredId}` },
  { name: 'order-panel-open', path: ({ readyId }) => `/app/orders?period=all&open=${readyId}` },
  { name: 'tracking-panel', path: ({ shipmentId }) => `/app/orders/shipment?open=${shipmentId}` },
  { name: 'warehouse-panel', path: ({ warehouseId }) => `/app/warehouse?tab=delivered&open=${warehouseId}` },
];

const above: readonly Screen[] = [
  {
    name: 'saved-pages',
    path: () => '/app/find-product',
    open: (page, word) =>
      clickTo(
        page,
        page
          .getByRole('region', { name: word('saved:title') })
          .getByRole('button')
          .first(),
      ),
  },
  {
    name: 'split-dialog',
    path: ({ variedId }) => `/app/products-center?open=${variedId}`,
    open: (page, word) => {
      const name = word('products:copy.splitNamed').replace('{{name}}', '').trim();
      return clickTo(page, page.getByRole('button', { name, disabled: false }).last());
    },
  },
  {
    name: 'push-drawer',
    path: ({ importedId }) => `/app/products-import/editor/${importedId}`,
    open: (page, word) => clickTo(page, button(page, word('products:push.action'))),
  },
  {
    name: 'bulk-edit',
    path: () => '/app/products-center',
    open: async (page, word) => {
      await page.getByRole('checkbox', { name: word('common:table.chooseAll') }).check();
      return clickTo(page, button(page, word('products:bulkEdit')));
    },
    wide: true,
  },
  {
    name: 'bulk-edits',
    path: () => '/app/products-center',
    open: (page, word) => clickTo(page, button(page, word('products:bulkEdits'))),
  },
  {
    name: 'bring-in-products',
    path: () => '/app/products-center',
    open: (page, word) => clickTo(page, button(page, word('products:bringIn'))),
  },
  {
    name: 'copy-to-store',
    path: () => '/app/products-center',
    open: async (page, word) => {
      await page.getByRole('checkbox', { name: word('common:table.chooseAll') }).check();
      return clickTo(page, button(page, word('products:copyToStore')));
    },
    wide: true,
  },
  {
    name: 'place-drawer',
    path: ({ readyId }) => `/app/orders?period=all&open=${readyId}`,
    open: (page, word) => clickTo(page, page.getByRole('button', { name: word('orders:action.place') }).last()),
  },
  {
    name: 'connect-store',
    path: () => '/app/channel',
    open: (page, word) => clickTo(page, button(page, word('channels:connect'))),
  },
  {
    name: 'connect-shopify',
    path: () => '/app/channel',
    open: async (page, word) => {
      await button(page, word('channels:connect')).click();
      await dialog(page).getByText('Shopify', { exact: true }).click();
      return dialog(page);
    },
  },
  {
    name: 'connect-supplier',
    path: () => '/app/channel',
    open: (page, word) => clickTo(page, button(page, word('channels:connectVerb'))),
  },
  {
    name: 'sandbox',
    path: () => '/app/orders?period=all',
    open: (page, word) => clickTo(page, button(page, word('orders:sandbox.button'))),
  },
  {
    name: 'usage',
    path: () => '/app/channel',
    wide: true,
    open: (page, word) => clickTo(page, button(page, word('shell:usage'))),
  },
  {
    name: 'page-help',
    path: () => '/app/channel',
    wide: true,
    open: (page, word) => clickTo(page, button(page, word('shell:pageHelp'))),
  },
  {
    name: 'bell',
    path: () => '/app/channel',
    wide: true,
    open: async (page, word) => {
      await page.locator('[data-bell]').click();
      return page.getByRole('dialog', { name: word('shell:bell.title') });
    },
  },
  {
    name: 'palette',
    path: () => '/app/channel',
    wide: true,
    open: async (page) => {
      await page.keyboard.press('Control+k');
      return dialog(page);
    },
  },
  {
    name: 'keyboard-help',
    path: () => '/app/orders?period=all',
    wide: true,
    open: async (page) => {
      await page.keyboard.press('?');
      return dialog(page);
    },
  },
];

/** Every screen of a person who is signed in. */
export const SCREENS: readonly Screen[] = [...lists, ...panels, ...above];

/** Every screen that anybody may see. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'landing', path: () => '/' },
  { name: 'pricing', path: () => '/public/pricing' },
  { name: 'store-dropshipping', path: () => '/store-dropshipping' },
  { name: 'recommended-apps', path: () => '/recommended/apps' },
  { name: 'public-help', path: () => '/help' },
  { name: 'public-help-article', path: () => '/help/wallet-and-top-ups' },
  { name: 'sign-in', path: () => '/login' },
  { name: 'sign-up', path: () => '/signup' },
  { name: 'sign-up-resend', path: () => '/signup/email-resend' },
  { name: 'forgot-password', path: () => '/forgot-password' },
  { name: 'reset-password', path: () => '/reset-password?id=01a20371-68a4-74d5-bb91-3da871d4ece0&code=0' },
  { name: 'e-mail-unproven', path: () => '/auth/email-verification?id=1&code=2' },
  { name: 'invitation-over', path: () => `/invitation/${'x'.repeat(40)}` },
  { name: 'store-asked-for', path: () => '/auth/store-migrate-verification?id=1&code=2' },
  { name: 'house-refused', path: () => '/auth/google/callback?error=access_denied' },
  { name: 'mails-go-on', path: () => `/unsubscribe/${'x'.repeat(40)}` },
  { name: 'connect-from-admin', path: () => '/auth/platform/shopify/auto-login' },
  { name: 'public-tracking', path: ({ trackingPath }) => trackingPath },
  { name: 'public-tracking-unknown', path: () => '/tracking/00000000-0000-7000-8000-000000000000' },
  { name: 'connect-from-outside', path: () => '/auth/platform/shopify/install?shop=north-pier.myshopify.com' },
  { name: 'connect-nothing', path: () => '/auth/platform/shopify/install' },
  { name: 'not-found-public', path: () => '/nowhere' },
];

/** Waits until a screen shows what it is for: its words, its data or that there are none, and nothing that slides. */
export async function settled(page: Page): Promise<void> {
  // Asked in one go and often: assertions look once a second after the first one, hundreds of times in a run.
  await page.waitForFunction(
    (unsettled) =>
      document.querySelector('h1, h2')?.checkVisibility({ visibilityProperty: true }) &&
      document.querySelector(unsettled) === null,
    // Rows that are being loaded again are pale until the response comes.
    'main [aria-busy=true], aside [aria-busy=true], [role=dialog] [aria-busy=true], [data-stale]',
    { polling: 50, timeout: 20_000 },
  );
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));
}

/** Goes to an address inside the app without loading the page again, as its links do. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).toHaveURL(path);
}

/**
 * Opens a screen and what lies above it.
 *
 * @param inside the page shows another screen of the app already: only the screen changes.
 */
export async function show(
  page: Page,
  screen: Screen,
  world: World,
  word: (key: string) => string,
  inside = false,
): Promise<void> {
  if (inside) await goInside(page, screen.path(world));
  else await page.goto(screen.path(world));
  await settled(page);
  if (!screen.open) return;
  await expect((await screen.open(page, word)) as Locator).toBeVisible();
  await settled(page);
}
