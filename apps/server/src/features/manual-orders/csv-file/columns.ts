import { findColumns } from '../../../csv/header.ts';

/** Columns of a file of orders, under the names that the template gives them. */
export const COLUMNS = {
  number: 'Order number',
  date: 'Order date',
  currency: 'Currency',
  payment: 'Payment status',
  paymentMethod: 'Payment method',
  email: 'Email',
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  address1: 'Address line 1',
  address2: 'Address line 2',
  city: 'City',
  province: 'Province',
  postalCode: 'Postal code',
  country: 'Country code',
  phone: 'Phone',
  shippingMethod: 'Shipping method',
  shipping: 'Shipping price',
  discount: 'Discount',
  tax: 'Tax',
  taxIncluded: 'Tax included',
  note: 'Note',
  sku: 'SKU',
  title: 'Item',
  quantity: 'Quantity',
  price: 'Unit price',
  ships: 'Requires shipping',
} as const;
export type Field = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS) as Field[];

/** Names of the same columns in the order exports of Shopify, and likely ones. Letters and digits count alone. */
const ALIASES: Record<string, Field> = {
  name: 'number',
  order: 'number',
  orderid: 'number',
  createdat: 'date',
  date: 'date',
  financialstatus: 'payment',
  shippingname: 'name',
  customer: 'name',
  shippingfirstname: 'firstName',
  shippinglastname: 'lastName',
  shippingcompany: 'company',
  shippingaddress1: 'address1',
  address1: 'address1',
  address: 'address1',
  shippingaddress2: 'address2',
  address2: 'address2',
  shippingcity: 'city',
  shippingprovince: 'province',
  state: 'province',
  shippingzip: 'postalCode',
  zip: 'postalCode',
  postcode: 'postalCode',
  shippingcountry: 'country',
  country: 'country',
  shippingphone: 'phone',
  shipping: 'shipping',
  discountamount: 'discount',
  taxes: 'tax',
  notes: 'note',
  lineitemsku: 'sku',
  lineitemname: 'title',
  product: 'title',
  title: 'title',
  lineitemquantity: 'quantity',
  qty: 'quantity',
  lineitemprice: 'price',
  price: 'price',
  lineitemrequiresshipping: 'ships',
};

const NEEDED: readonly Field[] = ['number', 'address1', 'city', 'country', 'title', 'quantity', 'price'];

export interface Header {
  /** Where each field is in a row. */
  at: ReadonlyMap<Field, number>;
  /** Names of columns that are not read. */
  ignored: string[];
}
export type HeaderFault = { code: 'IMPORT_COLUMNS_MISSING' | 'IMPORT_COLUMN_TWICE'; params: Record<string, string> };

/** Finds the columns of a file by their names. */
export function readHeader(names: readonly string[]): Header | HeaderFault {
  const { at, ignored, twice } = findColumns<Field>(names, COLUMNS, ALIASES);
  if (twice !== undefined) return { code: 'IMPORT_COLUMN_TWICE', params: { column: twice } };
  const missing = NEEDED.filter((field) => !at.has(field)).map((field) => COLUMNS[field]);
  if (missing.length > 0) return { code: 'IMPORT_COLUMNS_MISSING', params: { columns: missing.join(', ') } };
  return { at, ignored };
}

/** The template: two lines of one order, and an order of its own. */
export const TEMPLATE: readonly (readonly string[])[] = [
  FIELDS.map((field) => COLUMNS[field]),
  ...(
    [
      {
        number: 'P-1001',
        date: '2026-01-15',
        currency: 'USD',
        payment: 'paid',
        paymentMethod: 'Bank transfer',
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Byron',
        address1: '12 Main Street',
        city: 'Austin',
        province: 'TX',
        postalCode: '78701',
        country: 'US',
        phone: '+1 512 555 0100',
        shippingMethod: 'Standard',
        shipping: '4.95',
        tax: '3.20',
        taxIncluded: 'no',
        sku: 'TOTE-NAVY',
        title: 'Canvas tote bag',
        quantity: '2',
        price: '24.00',
      },
      { number: 'P-1001', title: 'Gift card', quantity: '1', price: '10.00', ships: 'no' },
      {
        number: 'P-1002',
        currency: 'USD',
        payment: 'pending',
        name: 'Bo Lee',
        address1: 'Unter den Linden 5',
        city: 'Berlin',
        postalCode: '10117',
        country: 'DE',
        title: 'Beeswax candle',
        quantity: '1',
        price: '14.00',
      },
    ] as Partial<Record<Field, string>>[]
  ).map((row) => FIELDS.map((field) => row[field] ?? '')),
];
