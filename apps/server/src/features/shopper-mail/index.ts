export { type ParcelChange, planMails } from './actions/plan-mails.ts';
export { queueOpenMails } from './actions/queue-mails.ts';
export { eraseShopperMails } from './mail-repo.ts';
export type { ShopperMailPorts } from './ports.ts';
export { register } from './register.ts';
export { shopperKeyContext } from './setting-repo.ts';
