export type { Area, Browser, FetchedPage, Installation } from './browser-port.ts';
export { answerMessage } from './extension.ts';
export { getMarketplace, marketplaceHosts, SITES } from './marketplaces.ts';
