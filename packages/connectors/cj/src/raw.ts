import { z } from 'zod';

/**
 * CJ's shapes as far as we read them. Fields are nullable because CJ writes null where it has nothing. Amounts come as
 * numbers in some calls and as texts in others; ids as texts, or as bare numbers (already lossless, see json.ts).
 */
const text = z.string().nullish();
export const idText = z.union([z.string().min(1), z.number()]).transform(String);
export const amount = z.union([z.number(), z.string().min(1)]);
const count = z.union([z.number(), z.string()]).nullish();

export const envelope = z.object({
  code: z.number().nullish(),
  result: z.boolean().nullish(),
  success: z.boolean().nullish(),
  message: text,
  data: z.unknown(),
});

export const tokens = z.object({
  openId: idText.nullish(),
  accessToken: z.string().min(1),
  accessTokenExpiryDate: z.string(),
  refreshToken: z.string().min(1),
  refreshTokenExpiryDate: z.string(),
});

export const settings = z.object({
  openId: idText.nullish(),
  openName: text,
  openEmail: text,
  setting: z.object({ qpsLimit: z.number().nullish() }).nullish(),
});

export const balance = z.object({ amount });

const listed = z.object({
  id: z.string(),
  nameEn: z.string(),
  bigImage: text,
  sellPrice: amount,
  listedNum: z.number().nullish(),
  oneCategoryName: text,
  twoCategoryName: text,
  threeCategoryName: text,
  supplierName: text,
});
export type ListedProduct = z.output<typeof listed>;

export const productPage = z.object({
  pageNumber: z.number(),
  totalPages: z.number(),
  content: z.array(z.object({ productList: z.array(listed).nullish() })).nullish(),
});

const inventory = z.object({ countryCode: z.string(), totalInventory: z.number() });

const variant = z.object({
  vid: z.string(),
  variantNameEn: text,
  variantSku: z.string(),
  variantImage: text,
  variantKey: text,
  variantWeight: z.number().nullish(),
  variantSellPrice: amount,
  inventories: z.array(inventory).nullish(),
});
export type RawVariant = z.output<typeof variant>;

export const product = z.object({
  pid: z.string(),
  productNameEn: z.string(),
  productSku: text,
  productImage: text,
  productImageSet: z.array(z.string()).nullish(),
  productKeyEn: text,
  categoryName: text,
  description: text,
  sellPrice: amount.nullish(),
  suggestSellPrice: text,
  listedNum: z.number().nullish(),
  supplierName: text,
  materialNameEn: text,
  packingNameEn: text,
  productUnit: text,
  variants: z.array(variant).nullish(),
});
export type RawProduct = z.output<typeof product>;

export const categories = z.array(
  z.object({
    categoryFirstName: z.string(),
    categoryFirstList: z
      .array(
        z.object({
          categorySecondName: z.string(),
          categorySecondList: z.array(z.object({ categoryId: z.string(), categoryName: z.string() })).nullish(),
        }),
      )
      .nullish(),
  }),
);
export type RawCategories = z.output<typeof categories>;

export const stockByVid = z.array(z.object({ countryCode: z.string(), totalInventoryNum: z.number() })).nullish();

export const stockByPid = z.object({
  variantInventories: z.array(z.object({ vid: z.string(), inventory: z.array(inventory).nullish() })).nullish(),
});

export const freight = z
  .array(
    z.object({
      logisticName: z.string(),
      logisticPrice: amount,
      logisticAging: text,
      totalPostageFee: amount.nullish(),
    }),
  )
  .nullish();

export const warehouses = z.array(z.object({ countryCode: text, nameEn: text, areaEn: text })).nullish();

export const created = z.object({
  orderId: idText.nullish(),
  orderNumber: text,
  orderStatus: text,
  // Written as empty texts in CJ's own example, hence not `amount`.
  productAmount: count,
  postageAmount: count,
  orderAmount: count,
});
export type RawCreated = z.output<typeof created>;

export const detail = z.object({
  orderId: idText,
  orderNum: text,
  orderStatus: z.string(),
  orderAmount: amount.nullish(),
  productAmount: amount.nullish(),
  postageAmount: amount.nullish(),
  logisticName: text,
  trackNumber: text,
  trackingUrl: text,
  createDate: text,
  paymentDate: text,
  productList: z.array(z.object({ vid: z.string(), quantity: z.number(), storeLineItemId: text })).nullish(),
});
export type RawOrder = z.output<typeof detail>;

export const orderPage = z.object({
  pageNum: z.number(),
  pageSize: z.number(),
  total: count,
  list: z
    .array(z.object({ orderId: idText, createDate: text, orderStatus: text, trackNumber: text, paymentDate: text }))
    .nullish(),
});

const intercepted = z.array(z.unknown()).nullish();
export const cart = z.object({ successCount: z.number().nullish(), interceptOrders: intercepted }).nullish();
export const confirmed = z.object({
  submitSuccess: z.boolean().nullish(),
  shipmentsId: text,
  interceptOrders: intercepted,
});
export const parent = z.object({
  payId: text,
  orderMoney: amount.nullish(),
  submitSuccess: z.boolean().nullish(),
  paymentInformation: z.object({ actualPayment: amount.nullish() }).nullish(),
  interceptOrders: intercepted,
});

export const tracks = z
  .array(z.object({ trackingNumber: z.string(), trackingStatus: text, deliveryTime: text, lastMileCarrier: text }))
  .nullish();

export const webhook = z.object({
  messageId: z.string().min(1),
  type: z.string().min(1),
  params: z.record(z.string(), z.unknown()),
});

/** For calls whose data tells nothing that the code has not told. */
export const anything = z.unknown();

/** Source: CJ API 2.0, section 7 (Dispute). */
export const disputeProducts = z.object({
  productInfoList: z
    .array(
      z.object({
        lineItemId: idText.nullish(),
        cjVariantId: idText.nullish(),
        canChoose: z.boolean().nullish(),
        quantity: z.number().nullish(),
        cjProductName: text,
      }),
    )
    .nullish(),
});

export const disputeConfirmInfo = z.object({
  maxAmount: amount.nullish(),
  disputeReasonList: z.array(z.object({ disputeReasonId: z.number(), reasonName: text })).nullish(),
});

const dispute = z.object({
  id: idText,
  status: text,
  money: amount.nullish(),
  /** 1: refund, 2: reissue, 3: reject; absent until CJ decided. */
  finallyDeal: z.number().nullish(),
  resendOrderCode: text,
  createDate: text,
  productList: z.array(z.object({ lineItemId: idText.nullish(), cjVariantId: idText.nullish() })).nullish(),
});
export type RawDispute = z.output<typeof dispute>;

export const disputePage = z.object({ list: z.array(dispute).nullish() });
