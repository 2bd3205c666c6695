export type { Area, Browser, FetchedPage, Installation } from './browser-port.ts';
export { answerMessage } from './extension.ts';
export { marketplaceHosts, marketplaceOf, SITES } from './marketplaces.ts';
