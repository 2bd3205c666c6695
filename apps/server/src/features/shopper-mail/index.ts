export { type ParcelChange, planMails } from './actions/plan-mails.ts';
export { eraseShopperMails } from './mail-repo.ts';
export type { ShopperMailPorts } from './ports.ts';
export { queueWaitingMails, register } from './register.ts';
export { shopperKeyContext } from './setting-repo.ts';
