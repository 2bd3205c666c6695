import type account from '../../../../messages/en/web/account.json';
import type analyses from '../../../../messages/en/web/analyses.json';
import type audit from '../../../../messages/en/web/audit.json';
import type auth from '../../../../messages/en/web/auth.json';
import type channels from '../../../../messages/en/web/channels.json';
import type claims from '../../../../messages/en/web/claims.json';
import type common from '../../../../messages/en/web/common.json';
import type confirm from '../../../../messages/en/web/confirm.json';
import type createOrder from '../../../../messages/en/web/createOrder.json';
import type documents from '../../../../messages/en/web/documents.json';
import type embedded from '../../../../messages/en/web/embedded.json';
import type errors from '../../../../messages/en/web/errors.json';
import type extension from '../../../../messages/en/web/extension.json';
import type feedback from '../../../../messages/en/web/feedback.json';
import type guide from '../../../../messages/en/web/guide.json';
import type help from '../../../../messages/en/web/help.json';
import type home from '../../../../messages/en/web/home.json';
import type jobs from '../../../../messages/en/web/jobs.json';
import type mail from '../../../../messages/en/web/mail.json';
import type migrate from '../../../../messages/en/web/migrate.json';
import type monitoring from '../../../../messages/en/web/monitoring.json';
import type moves from '../../../../messages/en/web/moves.json';
import type notifications from '../../../../messages/en/web/notifications.json';
import type orderNotes from '../../../../messages/en/web/orderNotes.json';
import type orders from '../../../../messages/en/web/orders.json';
import type orderTimeline from '../../../../messages/en/web/orderTimeline.json';
import type palette from '../../../../messages/en/web/palette.json';
import type paying from '../../../../messages/en/web/paying.json';
import type placement from '../../../../messages/en/web/placement.json';
import type plans from '../../../../messages/en/web/plans.json';
import type privacy from '../../../../messages/en/web/privacy.json';
import type products from '../../../../messages/en/web/products.json';
import type publicTexts from '../../../../messages/en/web/public.json';
import type refunds from '../../../../messages/en/web/refunds.json';
import type saved from '../../../../messages/en/web/saved.json';
import type settings from '../../../../messages/en/web/settings.json';
import type shell from '../../../../messages/en/web/shell.json';
import type sourcing from '../../../../messages/en/web/sourcing.json';
import type suspensions from '../../../../messages/en/web/suspensions.json';
import type team from '../../../../messages/en/web/team.json';
import type tokens from '../../../../messages/en/web/tokens.json';
import type tracking from '../../../../messages/en/web/tracking.json';
import type trackingSettings from '../../../../messages/en/web/trackingSettings.json';
import type unrecorded from '../../../../messages/en/web/unrecorded.json';
import type wallet from '../../../../messages/en/web/wallet.json';
import type warehouse from '../../../../messages/en/web/warehouse.json';
import type workspaces from '../../../../messages/en/web/workspaces.json';

/** The English files are the truth about which texts exist. */
export interface Catalogue {
  analyses: typeof analyses;
  createOrder: typeof createOrder;
  orderNotes: typeof orderNotes;
  orderTimeline: typeof orderTimeline;
  feedback: typeof feedback;
  claims: typeof claims;
  common: typeof common;
  confirm: typeof confirm;
  account: typeof account;
  audit: typeof audit;
  auth: typeof auth;
  documents: typeof documents;
  help: typeof help;
  home: typeof home;
  mail: typeof mail;
  migrate: typeof migrate;
  monitoring: typeof monitoring;
  moves: typeof moves;
  guide: typeof guide;
  extension: typeof extension;
  placement: typeof placement;
  plans: typeof plans;
  public: typeof publicTexts;
  refunds: typeof refunds;
  saved: typeof saved;
  settings: typeof settings;
  palette: typeof palette;
  paying: typeof paying;
  shell: typeof shell;
  jobs: typeof jobs;
  notifications: typeof notifications;
  orders: typeof orders;
  privacy: typeof privacy;
  products: typeof products;
  sourcing: typeof sourcing;
  channels: typeof channels;
  wallet: typeof wallet;
  warehouse: typeof warehouse;
  workspaces: typeof workspaces;
  suspensions: typeof suspensions;
  team: typeof team;
  tokens: typeof tokens;
  tracking: typeof tracking;
  trackingSettings: typeof trackingSettings;
  unrecorded: typeof unrecorded;
  embedded: typeof embedded;
  errors: typeof errors;
}

export type Namespace = keyof Catalogue;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Catalogue;
    returnNull: false;
  }
}
