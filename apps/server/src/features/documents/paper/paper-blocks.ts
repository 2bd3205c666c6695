import type { DocumentKind } from '@quayside/contracts/document-choices.ts';
import { money } from '@quayside/kernel';
import { say } from '../../../http/messages.ts';
import type { PdfBlock, PdfCell } from '../../../pdf/index.ts';
import { effectiveAddress, getAdjustment, getWarnings, type LineRow, type OrderRow } from '../../orders/index.ts';
import { addressLines, formatDay, formatMoney } from './formats.ts';

type Order = Pick<
  OrderRow,
  | 'name'
  | 'placed_at'
  | 'currency'
  | 'subtotal'
  | 'shipping_total'
  | 'tax_total'
  | 'tax_included'
  | 'fee_total'
  | 'discount_total'
  | 'total'
  | 'financial_status'
  | 'pays_on_delivery'
  | 'address'
  | 'address_edit'
  | 'payment_method'
  | 'shipping_method_title'
  | 'cancelled_at'
>;
type Line = Pick<
  LineRow,
  'title' | 'variant_title' | 'sku' | 'quantity' | 'refunded_quantity' | 'unit_price' | 'requires_shipping'
>;

/** Who sends a document. */
export interface Brand {
  name: string;
  address: string;
  taxNumber: string;
  note: string;
  logo: Uint8Array | null;
}

export interface PaperInput {
  kind: DocumentKind;
  order: Order;
  lines: readonly Line[];
  brand: Brand;
  language: string;
  timeZone: string;
}

const itemCell = (line: Line, language: string, isInvoice: boolean): PdfCell => [
  { text: line.title },
  ...(line.variant_title ? [{ text: line.variant_title, isMuted: true, size: 8.5 }] : []),
  ...(line.sku ? [{ text: say(language, 'DOCUMENT_SKU', { sku: line.sku }), isMuted: true, size: 8.5 }] : []),
  ...(isInvoice && line.refunded_quantity
    ? [
        {
          text: say(language, 'DOCUMENT_REFUNDED', { quantity: line.refunded_quantity }),
          isMuted: true,
          size: 8.5,
        },
      ]
    : []),
];

/** The order's amounts and the total that they add up to, as its store has them. Tax that is included is named last. */
export function invoiceSums(order: Order, language: string): { label: string; value: string; isBold?: boolean }[] {
  const amount = (minor: number) => formatMoney(money(minor, order.currency), language);
  const tax = {
    label: say(language, order.tax_included ? 'DOCUMENT_TAX_INCLUDED' : 'DOCUMENT_TAX'),
    of: order.tax_total,
  };
  const parts = [
    { label: say(language, 'DOCUMENT_SUBTOTAL'), of: order.subtotal, always: true },
    { label: say(language, 'DOCUMENT_DISCOUNT'), of: -order.discount_total },
    { label: say(language, 'DOCUMENT_SHIPPING'), of: order.shipping_total },
    { label: say(language, 'DOCUMENT_FEES'), of: order.fee_total },
    ...(order.tax_included ? [] : [tax]),
    { label: say(language, 'DOCUMENT_ADJUSTMENT'), of: getAdjustment(order) },
  ];
  const rows = parts
    .filter((part) => part.of !== 0 || 'always' in part)
    .map((part) => ({ label: part.label, value: amount(part.of) }));
  const isDue = getWarnings(order).length > 0;
  return [
    ...rows,
    {
      label: say(language, isDue ? 'DOCUMENT_AMOUNT_DUE' : 'DOCUMENT_TOTAL'),
      value: amount(order.total),
      isBold: true,
    },
    ...(order.tax_included && order.tax_total !== 0 ? [{ label: tax.label, value: amount(tax.of) }] : []),
  ];
}

/** What is left to pack of a line; digital goods are not packed. */
const toPack = (line: Line): number =>
  line.requires_shipping ? Math.max(0, line.quantity - (line.refunded_quantity ?? 0)) : 0;

function goods({ kind, order, lines, language }: PaperInput): PdfBlock[] {
  if (kind === 'packing_slip') {
    const packed = lines.filter((line) => toPack(line) > 0);
    if (packed.length === 0) return [{ kind: 'text', text: say(language, 'DOCUMENT_NOTHING_TO_PACK'), isMuted: true }];
    return [
      {
        kind: 'table',
        columns: [
          { title: say(language, 'DOCUMENT_ITEM'), weight: 6 },
          { title: say(language, 'DOCUMENT_QUANTITY'), weight: 1, isEnd: true },
        ],
        rows: packed.map((line) => [itemCell(line, language, false), String(toPack(line))]),
      },
    ];
  }
  const amount = (minor: number) => formatMoney(money(minor, order.currency), language);
  return [
    {
      kind: 'table',
      columns: [
        { title: say(language, 'DOCUMENT_ITEM'), weight: 5 },
        { title: say(language, 'DOCUMENT_QUANTITY'), weight: 1.3, isEnd: true },
        { title: say(language, 'DOCUMENT_PRICE'), weight: 2, isEnd: true },
        { title: say(language, 'DOCUMENT_AMOUNT'), weight: 2, isEnd: true },
      ],
      rows: lines.map((line) => [
        itemCell(line, language, true),
        String(line.quantity),
        amount(line.unit_price),
        amount(line.unit_price * line.quantity),
      ]),
    },
    { kind: 'sums', rows: invoiceSums(order, language) },
  ];
}

/** The blocks of an order's invoice or packing slip. */
export function paperBlocks(input: PaperInput): PdfBlock[] {
  const { kind, order, brand, language, timeZone } = input;
  const isInvoice = kind === 'invoice';
  const address = addressLines(effectiveAddress(order.address, order.address_edit), language);
  const optional = (label: string, value: string | null) => (value ? [{ label: say(language, label), value }] : []);
  return [
    {
      kind: 'columns',
      weights: [1, 1],
      columns: [
        [
          ...(brand.logo
            ? [{ kind: 'picture', picture: { bytes: brand.logo }, maxWidth: 150, maxHeight: 60 } as const]
            : []),
          { kind: 'text', text: brand.name, isBold: true, size: 11 },
          ...(brand.address ? [{ kind: 'text', text: brand.address, isMuted: true } as const] : []),
          ...(isInvoice && brand.taxNumber
            ? [
                {
                  kind: 'text',
                  text: say(language, 'DOCUMENT_TAX_NUMBER', { number: brand.taxNumber }),
                  isMuted: true,
                } as const,
              ]
            : []),
        ],
        [
          { kind: 'heading', text: say(language, isInvoice ? 'DOCUMENT_INVOICE' : 'DOCUMENT_PACKING_SLIP') },
          {
            kind: 'facts',
            items: [
              {
                label: say(language, isInvoice ? 'DOCUMENT_INVOICE_NUMBER' : 'DOCUMENT_ORDER_NUMBER'),
                value: order.name,
              },
              { label: say(language, 'DOCUMENT_ORDER_DATE'), value: formatDay(order.placed_at, language, timeZone) },
              ...(isInvoice ? optional('DOCUMENT_PAYMENT_METHOD', order.payment_method) : []),
              ...optional('DOCUMENT_SHIPPING_METHOD', order.shipping_method_title),
              ...(order.cancelled_at ? optional('DOCUMENT_STATUS', say(language, 'DOCUMENT_CANCELED')) : []),
            ],
          },
        ],
      ],
    },
    { kind: 'rule' },
    { kind: 'text', text: say(language, 'DOCUMENT_SHIP_TO'), isMuted: true },
    { kind: 'text', text: address.join('\n') || say(language, 'DOCUMENT_NO_ADDRESS') },
    { kind: 'space', height: 12 },
    ...goods(input),
    ...(brand.note
      ? [{ kind: 'space', height: 8 } as const, { kind: 'text', text: brand.note, isMuted: true } as const]
      : []),
  ];
}
