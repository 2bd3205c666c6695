import type { ChannelConnector, ConnectorManifest, PaymentConnector, SupplierConnector } from '@quayside/connector-kit';
import type { ConnectorAbility, ConnectorFacts } from '@quayside/contracts';
import type { Installed } from '../../installed/index.ts';

type Abilities = Partial<Record<ConnectorAbility, boolean | undefined>>;

const facts = (kind: ConnectorFacts['kind'], one: ConnectorManifest, can: Abilities): ConnectorFacts => ({
  id: one.id,
  kind,
  label: one.label,
  homepage: one.homepage ?? null,
  mark: one.mark,
  can: Object.entries({ ...can, webhooks: one.webhooks !== undefined })
    .filter(([, isAble]) => isAble)
    .map(([ability]) => ability as ConnectorAbility),
  limits: {},
  admin_pages: null,
});

const ofChannel = (one: ChannelConnector): ConnectorFacts => ({
  ...facts('channel', one, {
    orders: true,
    fulfilment: true,
    stock: true,
    publications: one.capabilities.publications,
    seo: one.capabilities.seo,
    customs: one.capabilities.customs,
    collections: one.capabilities.collections,
    metafields: one.capabilities.metafields,
    dimensions: one.capabilities.dimensions,
    'listing-review': one.capabilities.listingReview,
    refunds: one.capabilities.refunds,
  }),
  limits: { variants: one.capabilities.maxVariants },
  admin_pages: one.adminPages ?? null,
});

const ofSupplier = (one: SupplierConnector): ConnectorFacts =>
  facts('supplier', one, {
    orders: true,
    fulfilment: true,
    stock: true,
    cancel: one.capabilities.cancel,
    refunds: one.capabilities.refunds,
    disputes: one.capabilities.disputes,
    reviews: one.capabilities.reviews,
    'image-search': one.capabilities.imageSearch,
    feed: one.capabilities.feed,
  });

const ofPayment = (one: PaymentConnector): ConnectorFacts =>
  facts('payment', one, { 'top-ups': true, refunds: true, disputes: true });

/** What screens need to know of the installed connectors, channels first. */
export const connectorFacts = ({ channels, payments, suppliers }: Installed): ConnectorFacts[] => [
  ...Object.values(channels).map(ofChannel),
  ...Object.values(suppliers).map(ofSupplier),
  ...Object.values(payments).map(ofPayment),
];
