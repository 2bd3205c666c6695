export { createImport, type ImportAsk, nameOfAsk } from './actions/import-products.ts';
export { saveWords } from './actions/save-words.ts';
export { startPush } from './actions/start-push.ts';
export { settleProduct } from './listing-repo.ts';
export type { ProductPorts } from './ports.ts';
export { type Match, matchVariants } from './queries/match-variants.ts';
export { register } from './register.ts';
export { findProduct, lockProducts, setSourceStock, variantsOf } from './repo.ts';
export type { Product } from './tables.ts';
