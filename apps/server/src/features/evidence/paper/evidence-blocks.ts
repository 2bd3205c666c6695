import type { SupplierOrderView } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { say } from '../../../http/messages.ts';
import { connectorLabel } from '../../../installed/index.ts';
import type { PdfBlock } from '../../../pdf/index.ts';
import { addressLines, formatDay, formatMoney, formatTime } from '../../documents/index.ts';
import { effectiveAddress } from '../../orders/index.ts';
import type { EvidenceFacts, EvidencePicture } from './facts.ts';

interface Words {
  language: string;
  timeZone: string;
}

const heading = (text: string): PdfBlock[] => [
  { kind: 'space', height: 10 },
  { kind: 'heading', text, level: 2 },
];

/** One supplier order: what was paid for which items. */
function purchaseBlocks(facts: EvidenceFacts, one: SupplierOrderView, { language, timeZone }: Words): PdfBlock[] {
  const t = (key: string, params = {}) => say(language, key, params);
  const time = (at: string | null) => (at ? formatTime(at, language, timeZone) : '--');
  const amount = (value: { amount: number; currency: string } | null) =>
    value ? formatMoney(money(value.amount, value.currency), language) : '--';
  const untils = one.line_items.flatMap((line) => line.claim_until ?? []).sort();
  return [
    ...heading(t('EVIDENCE_PURCHASE', { supplier: connectorLabel(one.source), number: one.order_no ?? one.reference })),
    ...(one.combined_orders.length > 0
      ? [
          {
            kind: 'text' as const,
            text: t('EVIDENCE_SHARED', {
              orders: one.combined_orders.map((each) => each.name).join(', '),
              order: facts.order.name,
            }),
            isMuted: true,
          },
        ]
      : []),
    {
      kind: 'facts',
      columns: 2,
      items: [
        { label: t('EVIDENCE_PLACED'), value: time(one.placed_at) },
        { label: t('EVIDENCE_PAID'), value: time(one.paid_at) },
        { label: t('EVIDENCE_REFERENCE'), value: one.reference },
        ...(untils[0] ? [{ label: t('EVIDENCE_CLAIM_UNTIL'), value: formatDay(untils[0], language, 'UTC') }] : []),
      ],
    },
    {
      kind: 'table',
      columns: [
        { title: t('DOCUMENT_ITEM'), weight: 6 },
        { title: t('DOCUMENT_QUANTITY'), weight: 1.4, isEnd: true },
        { title: t('EVIDENCE_UNIT_COST'), weight: 2, isEnd: true },
      ],
      rows: one.line_items.map((line) => {
        const sku = facts.lines.find((known) => known.line_id === line.id)?.sku;
        return [
          [
            { text: line.title },
            ...(line.variant_title ? [{ text: line.variant_title, isMuted: true, size: 8.5 }] : []),
            ...(sku ? [{ text: t('DOCUMENT_SKU', { sku }), isMuted: true, size: 8.5 }] : []),
          ],
          String(line.quantity),
          amount(line.unit_cost),
        ];
      }),
    },
    {
      kind: 'sums',
      rows: [
        ...(one.items_cost ? [{ label: t('DOCUMENT_SUBTOTAL'), value: amount(one.items_cost) }] : []),
        ...(one.shipping_cost ? [{ label: t('DOCUMENT_SHIPPING'), value: amount(one.shipping_cost) }] : []),
        { label: t('EVIDENCE_TOTAL_PAID'), value: amount(one.total_cost), isBold: true },
      ],
    },
  ];
}

function parcelBlocks(facts: EvidenceFacts, { language, timeZone }: Words): PdfBlock[] {
  const t = (key: string, params = {}) => say(language, key, params);
  if (facts.shipments.length === 0) return [{ kind: 'text', text: t('EVIDENCE_NO_PARCEL'), isMuted: true }];
  return facts.shipments.flatMap((parcel): PdfBlock[] => [
    { kind: 'text', text: [parcel.carrier, parcel.tracking_number].filter(Boolean).join(' '), isBold: true },
    {
      kind: 'facts',
      columns: 2,
      items: [
        { label: t('EVIDENCE_SHIPPED'), value: formatTime(parcel.shipped_at, language, timeZone) },
        {
          label: t('EVIDENCE_DELIVERED'),
          value: parcel.delivered_at
            ? formatTime(parcel.delivered_at, language, timeZone)
            : t('EVIDENCE_NOT_DELIVERED'),
        },
      ],
    },
    ...(parcel.events.length > 0
      ? [
          {
            kind: 'table' as const,
            columns: [
              { title: t('EVIDENCE_TIME'), weight: 2 },
              { title: t('EVIDENCE_EVENT'), weight: 4 },
              { title: t('EVIDENCE_PLACE'), weight: 2 },
            ],
            rows: parcel.events.map((event) => [
              formatTime(event.at, language, timeZone),
              event.description,
              event.location ?? '',
            ]),
          },
        ]
      : []),
    { kind: 'space', height: 6 },
  ]);
}

const pictureBlocks = (title: string, pictures: readonly EvidencePicture[], columns: number): PdfBlock[] =>
  pictures.length === 0
    ? []
    : [
        ...heading(title),
        { kind: 'pictures', columns, pictures: pictures.map(({ bytes, caption }) => ({ bytes, caption })) },
      ];

/** The blocks of the PDF. Selling prices are left out: it is made for the supplier. */
export function evidenceBlocks(facts: EvidenceFacts, words: Words): PdfBlock[] {
  const { order } = facts;
  const { language, timeZone } = words;
  const t = (key: string, params = {}) => say(language, key, params);
  const address = addressLines(effectiveAddress(order.address, order.address_edit), language);
  return [
    { kind: 'heading', text: t('EVIDENCE_TITLE') },
    {
      kind: 'facts',
      columns: 2,
      items: [
        { label: t('DOCUMENT_ORDER_NUMBER'), value: order.name },
        { label: t('DOCUMENT_ORDER_DATE'), value: formatTime(order.placed_at, language, timeZone) },
        { label: t('EVIDENCE_STORE'), value: facts.storeName },
        { label: t('EVIDENCE_CREATED'), value: formatTime(facts.createdAt, language, timeZone) },
      ],
    },
    { kind: 'rule' },
    { kind: 'text', text: t('DOCUMENT_SHIP_TO'), isMuted: true },
    { kind: 'text', text: address.join('\n') || t('DOCUMENT_NO_ADDRESS') },
    ...(order.note
      ? [
          { kind: 'text' as const, text: t('EVIDENCE_CUSTOMER_NOTE'), isMuted: true },
          { kind: 'text' as const, text: order.note },
        ]
      : []),
    ...facts.requests.flatMap((request): PdfBlock[] => [
      ...heading(t(request.type === 'refund' ? 'EVIDENCE_REFUND' : 'EVIDENCE_REPLACEMENT')),
      {
        kind: 'facts',
        columns: 2,
        items: [
          { label: t('EVIDENCE_REASON'), value: t(`EVIDENCE_REASON_${request.reason.toUpperCase()}`) },
          { label: t('EVIDENCE_REQUESTED'), value: formatTime(request.created_at, language, timeZone) },
          ...(request.type === 'refund'
            ? [
                {
                  label: t('DOCUMENT_AMOUNT'),
                  value: formatMoney(money(request.amount, request.currency), language),
                },
              ]
            : []),
        ],
      },
      ...request.lines.flatMap(({ line_id, quantity }): PdfBlock[] => {
        const line = facts.lines.find((one) => one.line_id === line_id);
        return line ? [{ kind: 'text', text: `${quantity} × ${line.title}` }] : [];
      }),
      ...(request.description ? [{ kind: 'text' as const, text: request.description }] : []),
      ...(request.answer
        ? [
            { kind: 'text' as const, text: t('EVIDENCE_ANSWER'), isMuted: true },
            { kind: 'text' as const, text: request.answer },
          ]
        : []),
    ]),
    ...facts.supplierOrders.flatMap((one) => purchaseBlocks(facts, one, words)),
    ...heading(t('EVIDENCE_TRACKING')),
    ...parcelBlocks(facts, words),
    ...pictureBlocks(t('EVIDENCE_PHOTOS'), facts.photos, 2),
    ...pictureBlocks(t('EVIDENCE_PRODUCTS'), facts.products, 4),
    ...(facts.leftOut.length > 0
      ? [
          { kind: 'space' as const, height: 6 },
          { kind: 'text' as const, text: t('EVIDENCE_LEFT_OUT', { names: facts.leftOut.join(', ') }) },
        ]
      : []),
    ...heading(t('EVIDENCE_HISTORY')),
    {
      kind: 'table',
      columns: [
        { title: t('EVIDENCE_TIME'), weight: 2 },
        { title: t('EVIDENCE_EVENT'), weight: 6 },
      ],
      rows: facts.timeline.map((event) => [formatTime(event.at, language, timeZone), event.text ?? '']),
    },
  ];
}
