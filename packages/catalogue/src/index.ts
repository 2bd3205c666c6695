export { catalogue, catalogueAt, catalogueProduct } from './catalogue.ts';
export { type Category, type CategoryId, categories } from './categories.ts';
export { parsePictureKey, UnknownPictureError } from './pictures/picture-key.ts';
export { PICTURE_SIZES, type PictureSize, renderPicture } from './pictures/render-picture.ts';
export type { CatalogueOption, CatalogueProduct, CatalogueVariant } from './product/types.ts';
