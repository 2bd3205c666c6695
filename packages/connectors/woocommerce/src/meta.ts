import type { Meta } from './raw.ts';

/** Our own keys. WordPress hides keys that start with an underscore from shoppers and from the edit screens. */
export const REF = '_quayside_ref';
export const IMAGES = '_quayside_images';
/** Tags, categories and attributes that Quayside put on a product. */
export const PUT = '_quayside_put';
/** The sale price that Quayside set, on the product or variation that has it. */
export const SALE = '_quayside_sale';
/** The merchant's pictures, while an update has the shop fetch new ones for us. */
export const OTHERS_IMAGES = '_quayside_others_images';
export const PARCEL = '_quayside_fulfillment_';
/** Where the Shipment Tracking plug-ins keep parcels. */
export const SHIPMENT_TRACKING = '_wc_shipment_tracking_items';

export const metaText = (meta: Meta, key: string): string | undefined => {
  const value = meta.find((entry) => entry.key === key)?.value;
  return typeof value === 'string' ? value : undefined;
};
