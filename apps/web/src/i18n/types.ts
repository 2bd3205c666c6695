import type account from './en/account.json';
import type audit from './en/audit.json';
import type auth from './en/auth.json';
import type channels from './en/channels.json';
import type common from './en/common.json';
import type confirm from './en/confirm.json';
import type embedded from './en/embedded.json';
import type errors from './en/errors.json';
import type extension from './en/extension.json';
import type guide from './en/guide.json';
import type home from './en/home.json';
import type jobs from './en/jobs.json';
import type mail from './en/mail.json';
import type migrate from './en/migrate.json';
import type monitoring from './en/monitoring.json';
import type moves from './en/moves.json';
import type notifications from './en/notifications.json';
import type orders from './en/orders.json';
import type plans from './en/plans.json';
import type privacy from './en/privacy.json';
import type products from './en/products.json';
import type publicTexts from './en/public.json';
import type refunds from './en/refunds.json';
import type saved from './en/saved.json';
import type settings from './en/settings.json';
import type shell from './en/shell.json';
import type sourcing from './en/sourcing.json';
import type suspensions from './en/suspensions.json';
import type team from './en/team.json';
import type tokens from './en/tokens.json';
import type tracking from './en/tracking.json';
import type unrecorded from './en/unrecorded.json';
import type wallet from './en/wallet.json';
import type warehouse from './en/warehouse.json';
import type workspaces from './en/workspaces.json';

/** The English files are the truth about which texts exist. */
export interface Catalogue {
  common: typeof common;
  confirm: typeof confirm;
  account: typeof account;
  audit: typeof audit;
  auth: typeof auth;
  home: typeof home;
  mail: typeof mail;
  migrate: typeof migrate;
  monitoring: typeof monitoring;
  moves: typeof moves;
  guide: typeof guide;
  extension: typeof extension;
  plans: typeof plans;
  public: typeof publicTexts;
  refunds: typeof refunds;
  saved: typeof saved;
  settings: typeof settings;
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
