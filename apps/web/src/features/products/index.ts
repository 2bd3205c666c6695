export { HtmlText } from './html-text.tsx';
export { isolated } from './isolated.ts';
export { PlatformMark, SourceMark } from './mark.tsx';
export { MoneyRange } from './money-range.tsx';
export { pictureAt } from './picture-at.ts';
export { PriceBar, type PricePart } from './price-bar.tsx';
export { type PushProduct, pushOfProduct, pushOfSource } from './push/push-product.ts';
export { usePushDrawer } from './push/use-push-drawer.tsx';
export { useConnectedSources } from './use-connected-sources.ts';
