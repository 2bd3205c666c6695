import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadTexts } from '../i18n/index.ts';
import type { Namespace } from '../i18n/types.ts';
import { loadChunk } from '../lib/lazy-chunk.ts';
import { session } from '../lib/session.ts';
import { listSearch, stringifySearch, textSearch } from '../lib/url-state.ts';
import { CrashPage } from './crash-page.tsx';
import { NotFound, NotFoundPage } from './not-found-page.tsx';

type Screen = () => Promise<{ default: ComponentType }>;
/** Reads the search parameters of an address. None is required: people and other sites write addresses too. */
type SearchOf<S extends object> = (search: Record<string, unknown>) => S;

/** The router reloads the page once for a part that is no more; one that was only cut off is waited for. */
const part = (load: Screen) => lazyRouteComponent(() => loadChunk(load));

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage, errorComponent: CrashPage });

/** Everything below /app: signed-in people only, inside the shell. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: ({ location }) => {
    const port = session();
    if (!port.read('token'))
      throw redirect({ href: `${port.signInPath ?? '/login'}${stringifySearch({ next: location.href })}` });
  },
  loader: () => loadTexts(['shell']),
  component: part(() => import('../features/shell/shell.tsx')),
  notFoundComponent: NotFound,
  errorComponent: CrashPage,
});

/** A screen inside the shell. `texts` are the catalogues it reads, fetched together with its code. */
function screen<const P extends string, S extends object = object>(
  path: P,
  load: Screen,
  texts: readonly Namespace[],
  validateSearch?: SearchOf<S>,
) {
  return createRoute({
    getParentRoute: () => appRoute,
    path,
    validateSearch,
    loader: () => loadTexts(texts),
    component: part(load),
    // A broken screen leaves the shell around it alive.
    errorComponent: CrashPage,
  });
}

/** A screen outside the shell, for anyone. */
function publicScreen<const P extends string, S extends object = object>(
  path: P,
  load: Screen,
  texts: readonly Namespace[],
  validateSearch?: SearchOf<S>,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch,
    loader: () => loadTexts(texts),
    component: part(load),
  });
}

/** Who is signed in begins at Home; everybody else is told what this is. */
const landing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const port = session();
    if (port.read('token') || port.signInPath) throw redirect({ to: '/app' });
  },
  loader: () => loadTexts(['public', 'auth']),
  component: part(() => import('../features/public/landing-page.tsx')),
});

const findProduct = screen(
  '/find-product',
  () => import('../features/sourcing/find-page.tsx'),
  ['sourcing', 'products'],
  listSearch(
    'ship',
    'category',
    'view',
    'collection',
    'sku',
    'source',
    'price',
    'cost_min',
    'cost_max',
    'rating',
    'volume',
    'listings',
    'shippable',
    'viewed',
  ),
);
/** The product open beside the list: an address of its own, drawn by the list's screen so that the list stays as it is. */
const findDetail = createRoute({
  getParentRoute: () => findProduct,
  path: '/$productSource/detail/$productId/$shipTo',
});

/** One collection: the list's screen again, held to it. Addresses that are written out, such as `collection`, win over this one. */
const findCollection = createRoute({ getParentRoute: () => findProduct, path: '/$collectionId' });

/** The frame of the settings, with the list of their sections at the side. */
const settings = createRoute({
  getParentRoute: () => appRoute,
  path: '/setting',
  loader: () => loadTexts(['settings']),
  component: part(() => import('../features/settings/settings-frame.tsx')),
  errorComponent: CrashPage,
  // A section that is not there leaves the list of sections beside it.
  notFoundComponent: NotFound,
});

/** The general settings open with their first section. */
const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/setting/account' });
  },
});

/** Of the integrations there is one so far. */
const settingsIntegration = createRoute({
  getParentRoute: () => settings,
  path: '/integration',
  beforeLoad: () => {
    throw redirect({ to: '/app/setting/integration/ai-writing' });
  },
});

/** Channels have a screen of their own. */
const settingsChannel = createRoute({
  getParentRoute: () => settings,
  path: '/channel',
  beforeLoad: () => {
    throw redirect({ to: '/app/channel' });
  },
});

/** A section of the settings. Its line in features/settings/sections.ts puts it in the list. */
function section<const P extends string, S extends object = object>(
  path: P,
  load: Screen,
  texts: readonly Namespace[],
  validateSearch?: SearchOf<S>,
) {
  return createRoute({
    getParentRoute: () => settings,
    path,
    validateSearch,
    loader: () => loadTexts(texts),
    component: part(load),
    errorComponent: CrashPage,
  });
}

const settingSections = [
  section('/account', () => import('../features/account/account-page.tsx'), ['account', 'history']),
  section('/workspace', () => import('../features/workspaces/workspace-page.tsx'), ['workspaces']),
  section('/team', () => import('../features/team/team-page.tsx'), ['team', 'account'], textSearch('invite')),
  section('/suspended', () => import('../features/suspensions/suspended-page.tsx'), ['suspensions']),
  section('/audit', () => import('../features/audit/audit-page.tsx'), ['audit', 'history']),
  section('/api-tokens', () => import('../features/tokens/tokens-page.tsx'), ['tokens'], textSearch('create')),
  section('/migrate', () => import('../features/transfers/migrate-page.tsx'), ['migrate'], textSearch('shop')),
  section(
    '/order/order-placement',
    () => import('../features/placement/order-placement-page.tsx'),
    ['placement'],
    textSearch('source'),
  ),
  section('/order/guards', () => import('../features/placement/guards-page.tsx'), ['placement'], textSearch('store')),
  section('/quayside-fulfillment', () => import('../features/placement/fulfillment-page.tsx'), ['placement']),
  section('/product', () => import('../features/products/settings/product-settings-page.tsx'), [
    'productSettings',
    'products',
  ]),
  section('/product-feeds', () => import('../features/products/feeds/feeds-page.tsx'), ['productFeeds']),
  section('/selling-price', () => import('../features/products/pricing/selling-price-page.tsx'), [
    'pricing',
    'products',
  ]),
  section('/monitoring', () => import('../features/monitoring/settings-page.tsx'), ['monitoring']),
  section('/documents', () => import('../features/documents/settings-page.tsx'), ['documents']),
  section('/order-tracking', () => import('../features/tracking/settings-page.tsx'), [
    'trackingSettings',
    'tracking',
    'channels',
  ]),
  section('/returns', () => import('../features/orders/returns/settings-page.tsx'), ['returns'], textSearch('store')),
  section('/privacy', () => import('../features/privacy/privacy-page.tsx'), ['privacy']),
  section('/wallet', () => import('../features/wallet/wallet-page.tsx'), ['wallet'], textSearch('topup')),
  section('/extension', () => import('../features/extension/extension-page.tsx'), ['extension']),
  section('/notification', () => import('../features/notifications/settings-page.tsx'), ['notifications']),
  section('/integration/ai-writing', () => import('../features/products/enhancer/ai-writing-page.tsx'), [
    'products',
    'images',
  ]),
  section('/integration/product-copy', () => import('../features/products/copies/product-copy-page.tsx'), ['bulkPush']),
] as const;

/** Management has one page. */
const manage = createRoute({
  getParentRoute: () => appRoute,
  path: '/manage',
  beforeLoad: () => {
    throw redirect({ to: '/app/manage/tracking' });
  },
});

/** The pushed products are a tab of the product center (route R046). */
const pushedProducts = createRoute({
  getParentRoute: () => appRoute,
  path: '/products',
  beforeLoad: () => {
    throw redirect({ to: '/app/products-center', search: { tab: 'pushed' } });
  },
});

/** The screens of the app. A feature adds its lines here, and its place in features/shell/places.ts. */
const appScreens = [
  screen('/', () => import('../features/home/home-page.tsx'), ['home'], textSearch('period')),
  findProduct.addChildren([findDetail, findCollection]),
  screen('/find-product/collection', () => import('../features/sourcing/collections/collections-page.tsx'), [
    'sourcing',
    'products',
  ]),
  screen(
    '/products-import',
    () => import('../features/products/import-page.tsx'),
    ['products', 'monitoring'],
    listSearch('source', 'store', 'watch'),
  ),
  screen(
    '/products-import/file',
    () => import('../features/products/files/file-import-page.tsx'),
    ['productFiles'],
    textSearch('import'),
  ),
  screen(
    '/products-import/editor/$productCenterId',
    () => import('../features/products/editor-page.tsx'),
    ['products', 'monitoring', 'storeValues'],
    textSearch('store'),
  ),
  screen(
    '/products-center',
    () => import('../features/products/center-page.tsx'),
    ['products', 'monitoring', 'mapping'],
    listSearch('source', 'store', 'watch'),
  ),
  screen(
    '/products-center/unmapped',
    () => import('../features/products/mapping/unmapped-page.tsx'),
    ['products', 'monitoring', 'mapping'],
    listSearch('store'),
  ),
  screen(
    '/products-center/without-supplier',
    () => import('../features/products/mapping/unsold-page.tsx'),
    ['products', 'monitoring', 'mapping'],
    listSearch('store'),
  ),
  screen('/products-center/missing-variants', () => import('../features/products/mapping/missing-page.tsx'), [
    'products',
    'monitoring',
    'mapping',
  ]),
  screen(
    '/products-center/editor/$productCenterId',
    () => import('../features/products/editor-page.tsx'),
    ['products', 'monitoring', 'storeValues'],
    textSearch('store'),
  ),
  screen(
    '/inventory',
    () => import('../features/products/inventory/inventory-page.tsx'),
    ['products', 'monitoring'],
    listSearch('source', 'store'),
  ),
  screen('/products-center/supplier-list', () => import('../features/monitoring/supplier-list-page.tsx'), [
    'monitoring',
    'products',
  ]),
  screen('/products/auto-update', () => import('../features/products/auto-update-page.tsx'), [
    'products',
    'monitoring',
    'mapping',
  ]),
  screen(
    '/products/auto-update/changes',
    () => import('../features/products/auto-updates/changes-page.tsx'),
    ['autoUpdates', 'products', 'monitoring'],
    listSearch('store'),
  ),
  screen('/products/auto-update/rules', () => import('../features/products/auto-updates/rules-page.tsx'), [
    'autoUpdates',
    'pricing',
    'products',
  ]),
  screen(
    '/channel',
    () => import('../features/channels/channels-page.tsx'),
    ['channels', 'moves'],
    textSearch('connect'),
  ),
  settings.addChildren([settingsIndex, settingsChannel, settingsIntegration, ...settingSections]),
  screen(
    '/orders',
    () => import('../features/orders/orders-page.tsx'),
    ['orders', 'tracking'],
    listSearch(
      'period',
      'from',
      'to',
      'placement',
      'payment',
      'store',
      'source',
      'mark',
      'order',
      'topup',
      'cancelled',
    ),
  ),
  screen('/v2/orders', () => import('../features/orders/v2-orders-page.tsx'), ['orders', 'tracking', 'feedback']),
  screen('/orders/analyses', () => import('../features/orders/analyses/analyses-page.tsx'), [
    'analyses',
    'orders',
    'tracking',
  ]),
  screen('/orders/feedback', () => import('../features/orders/feedback/feedback-page.tsx'), ['feedback', 'orders']),
  screen(
    '/orders/create',
    () => import('../features/orders/create/create-page.tsx'),
    ['orders', 'createOrder', 'sample'],
    textSearch('way', 'import', 'product', 'source', 'item', 'sku'),
  ),
  screen(
    '/orders/payments',
    () => import('../features/orders/payments/payments-page.tsx'),
    ['orders', 'tracking'],
    listSearch(),
  ),
  screen(
    '/orders/cancel-refund',
    () => import('../features/orders/claims/requests-page.tsx'),
    ['claims', 'orders', 'tracking'],
    listSearch(),
  ),
  screen(
    '/orders/returns',
    () => import('../features/orders/returns/returns-page.tsx'),
    ['returns', 'orders', 'orderTimeline'],
    listSearch('store', 'state'),
  ),
  screen(
    '/orders/unrecorded',
    () => import('../features/unrecorded/unrecorded-page.tsx'),
    ['unrecorded', 'orders', 'tracking'],
    listSearch(),
  ),
  screen(
    '/unclaimed-orders',
    () => import('../features/unrecorded/unclaimed-page.tsx'),
    ['unrecorded', 'orders'],
    listSearch(),
  ),
  screen('/pending-refunds', () => import('../features/refunds/refunds-page.tsx'), ['refunds', 'orders'], listSearch()),
  screen(
    '/orders/shipment',
    () => import('../features/tracking/shipments-page.tsx'),
    ['orders', 'tracking'],
    listSearch('store', 'source', 'alarm'),
  ),
  screen(
    '/manage/tracking',
    () => import('../features/tracking/alarms-page.tsx'),
    ['orders', 'tracking'],
    listSearch(),
  ),
  manage,
  pushedProducts,
  screen('/guide-line', () => import('../features/guide/quick-start-page.tsx'), ['home', 'guide']),
  screen('/ob-welcome', () => import('../features/guide/welcome-page.tsx'), ['guide']),
  screen('/ai-images', () => import('../features/products/images/images-page.tsx'), ['products', 'images']),
  screen('/ob-ai-enhancer', () => import('../features/products/enhancer/enhancer-page.tsx'), ['products']),
  screen('/community', () => import('../features/guide/community-page.tsx'), ['guide']),
  screen('/help', () => import('../features/help/help-page.tsx'), ['help'], textSearch('q')),
  screen('/help/$article', () => import('../features/help/help-page.tsx'), ['help']),
  screen(
    '/notifications',
    () => import('../features/notifications/notifications-page.tsx'),
    ['notifications'],
    listSearch(),
  ),
  screen(
    '/recent-notification',
    () => import('../features/notifications/recent-page.tsx'),
    ['notifications'],
    listSearch(),
  ),
  screen('/auth/bind/platform', () => import('../features/embedded/bind-page.tsx'), ['embedded']),
  screen('/outbox', () => import('../features/mail/outbox-page.tsx'), ['mail'], textSearch('mail')),
  screen('/backups', () => import('../features/backups/backups-page.tsx'), ['backups']),
  screen('/jobs', () => import('../features/jobs/jobs-page.tsx'), ['jobs', 'orders'], listSearch('kind')),
  screen('/warehouse', () => import('../features/warehouse/warehouse-page.tsx'), ['warehouse', 'orders'], listSearch()),
  screen(
    '/warehouse/catalog',
    () => import('../features/warehouse/catalog/catalog-page.tsx'),
    ['warehouse'],
    textSearch('import'),
  ),
] as const;

const publicScreens = [
  publicScreen('/login', () => import('../features/auth/sign-in-page.tsx'), ['auth'], textSearch('next')),
  publicScreen('/signup', () => import('../features/auth/sign-up-page.tsx'), ['auth'], textSearch('next', 'from')),
  publicScreen('/signup/email-resend', () => import('../features/auth/resend-page.tsx'), ['auth']),
  publicScreen(
    '/signup/confirm',
    () => import('../features/auth/sent-page.tsx').then((m) => ({ default: m.VerifySentPage })),
    ['auth'],
    textSearch('email'),
  ),
  publicScreen('/forgot-password', () => import('../features/auth/forgot-page.tsx'), ['auth']),
  publicScreen(
    '/forgot-password/email-resend',
    () => import('../features/auth/sent-page.tsx').then((m) => ({ default: m.ResetSentPage })),
    ['auth'],
    textSearch('email'),
  ),
  publicScreen('/claim-operator', () => import('../features/auth/claim-page.tsx'), ['auth'], textSearch('id', 'code')),
  publicScreen('/reset-password', () => import('../features/auth/reset-page.tsx'), ['auth'], textSearch('id', 'code')),
  publicScreen(
    '/auth/email-verification',
    () => import('../features/auth/verify-page.tsx'),
    ['auth'],
    textSearch('id', 'code'),
  ),
  publicScreen(
    '/auth/store-migrate-verification',
    () => import('../features/transfers/verification-page.tsx'),
    ['migrate', 'auth'],
    textSearch('id', 'code'),
  ),
  publicScreen('/invitation/$token', () => import('../features/team/invitation-page.tsx'), ['team', 'auth']),
  publicScreen(
    '/auth/$social/callback',
    () => import('../features/auth/social-callback-page.tsx'),
    ['auth'],
    textSearch('state', 'code', 'error'),
  ),
  publicScreen(
    '/auth/platform/$platform/auto-login',
    () => import('../features/embedded/entry-page.tsx'),
    ['embedded', 'auth'],
    textSearch('next'),
  ),
  publicScreen(
    '/auth/platform/$platform/install',
    () => import('../features/embedded/entry-page.tsx'),
    ['embedded', 'auth'],
    textSearch('next', 'shop'),
  ),
  publicScreen('/auth/platform/$platform/callback', () => import('../features/channels/callback-page.tsx'), [
    'channels',
    'auth',
    'embedded',
  ]),
  publicScreen('/unsubscribe/$token', () => import('../features/notifications/mailing-page.tsx'), ['notifications']),
  publicScreen('/parcel-mails/$token', () => import('../features/tracking/mailing-page.tsx'), ['tracking']),
  publicScreen('/tracking/$orderId', () => import('../features/tracking/public-page.tsx'), ['tracking']),
  publicScreen(
    '/app/orders/payment-confirmation',
    () => import('../features/orders/payments/confirmation-page.tsx'),
    ['paying'],
    textSearch('id', 'code'),
  ),
  publicScreen(
    '/app/orders/payment-success',
    () => import('../features/orders/payments/success-page.tsx'),
    ['paying'],
    textSearch('count'),
  ),
  publicScreen('/public/pricing', () => import('../features/plans/pricing-page.tsx'), ['public', 'plans']),
  publicScreen('/store-dropshipping', () => import('../features/public/store-dropshipping-page.tsx'), ['public']),
  publicScreen('/recommended/apps', () => import('../features/public/recommended-page.tsx'), ['public', 'channels']),
  publicScreen('/help', () => import('../features/help/public-help-page.tsx'), ['help', 'public'], textSearch('q')),
  publicScreen('/help/$article', () => import('../features/help/public-help-page.tsx'), ['help', 'public']),
  publicScreen('/campaign', () => import('../features/public/campaign-page.tsx'), ['public']),
  publicScreen('/signout', () => import('../features/auth/sign-out-page.tsx'), ['auth']),
] as const;

export const routeTree = rootRoute.addChildren([landing, ...publicScreens, appRoute.addChildren([...appScreens])]);

/** Development only: every part of the kit on one page. A function, so that nothing of it is built for production. */
export const galleryRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/gallery',
    loader: () => loadTexts(['shell']),
    component: part(() => import('../dev/gallery-page.tsx')),
  });
