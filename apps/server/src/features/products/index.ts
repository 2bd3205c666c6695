export { addFileProducts, type FileProductInput } from './actions/add-file-products.ts';
export { type Adopted, adoptProducts, knownProducts } from './actions/adopt-products.ts';
export {
  type Copied,
  type CopyPorts,
  duplicateProduct,
  findCopied,
  type PlannedProduct,
  previewSplit,
  type SplitRequest,
  splitProduct,
} from './actions/duplicate-product.ts';
export {
  createImport,
  getImportName,
  type ImportProducts,
  type ImportRequest,
  refuseInDemoMode,
} from './actions/import-products.ts';
export { type MovedVariant, moveVariants, moveVariantsBack } from './actions/move-variants.ts';
export { noteChanges, type WrittenField } from './actions/note-changes.ts';
export { noteDeleted } from './actions/note-deleted.ts';
export { holdStoresOf, pushAgainWithin } from './actions/push-again.ts';
export { loadPicture } from './actions/read-picture.ts';
export { type NewSource, replaceSource } from './actions/replace-source.ts';
export { resumePushes } from './actions/resume-pushes.ts';
export { saveImages } from './actions/save-images.ts';
export { saveWords } from './actions/save-words.ts';
export { startPush } from './actions/start-push.ts';
export { updateProducts } from './actions/update-products.ts';
export {
  findListedTargets,
  findListingsToChange,
  holdListings,
  type ListedTarget,
  type ListingToChange,
  releaseListings,
} from './change-repo.ts';
export { plannedAnswer, requireOneWay } from './copy-routes.ts';
export { type FieldRecord, fieldRecords } from './field-repo.ts';
export { oldPushBatches } from './history-repo.ts';
export { findListings, findPushedCollections, type PushedCollections, settleProduct } from './listing-repo.ts';
export {
  bundlesWith,
  type ListedBundle,
  multiplesIn,
  piecesOfParts,
  readMultiples,
  saveBundles,
  saveMultiples,
} from './multiple-repo.ts';
export { newProductRows } from './new-product.ts';
export type { AfterImport, CollectionPorts, ImportPrice, MetafieldPorts, PriceInStore, ProductPorts } from './ports.ts';
export {
  findListedVariants,
  holdProducts,
  type ListedVariant,
  type PricedProduct,
  type PricedVariant,
  type PriceWrite,
  readListedRates,
  readPricedProducts,
  readPricedVariants,
  readProductCards,
  readStorePrices,
  removeStorePrices,
  type StorePrice,
  saveStorePrices,
  writePrices,
} from './price-repo.ts';
export { runAfterImport } from './queries/after-import.ts';
export { type CenterFilter, findFileMatches, matchesFilter, matchingIds } from './queries/center-filter.ts';
export { readFeedListings } from './queries/feed-listings.ts';
export { type MappingCandidate, mainPictures, mappingCandidates } from './queries/mapping-candidates.ts';
export { type Match, matchVariants } from './queries/match-variants.ts';
export { findOrderVariants } from './queries/order-variants.ts';
export { findOriginalImages, findPictureUses } from './queries/picture-uses.ts';
export {
  importedVariants,
  listedSources,
  listedSourceVariants,
  listedSuppliers,
  type SourceVariantName,
} from './queries/source-variants.ts';
export { readStockToMove, type StockToMove } from './queries/stock-to-move.ts';
export {
  listedBarcodes,
  listedProduct,
  listedWithoutSupplier,
  type StoreVariant,
  storeVariants,
  storeVariantsOfSource,
  type UnsuppliedVariant,
} from './queries/store-variants.ts';
export { type SampleVariant, sampleVariant, variantWeights } from './queries/variant-facts.ts';
export { register } from './register.ts';
export { findProduct, findProducts, findVariants, insertProducts, lockProducts, setSourceStock } from './repo.ts';
export type { AdoptionRefusal } from './rules/adopted-product.ts';
export { isWritten, judgeField } from './rules/field-owner.ts';
export { FILE_SOURCE, STORE_SOURCE, WITHOUT_SUPPLIER } from './rules/file-source.ts';
export { importedProduct } from './rules/from-source.ts';
export { pathOf } from './rules/listing-fields.ts';
export { type Unit, unitCost, unitsInStock } from './rules/multiples.ts';
export { registerSettings } from './setting-routes.ts';
export { holdForStock, nextListedVariants, noteStockSent, releaseForStock } from './stock-repo.ts';
export type { Product, Variant as ProductVariant } from './tables.ts';
