import { Switch } from '@mantine/core';
import type { ProductDetail } from '@quayside/contracts';
import type { Money as Sum } from '@quayside/kernel/money.ts';
import { estimateProfit } from '@quayside/kernel/profit.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ChangedMark } from './changed-mark.tsx';
import type { DraftVariant, VariantField } from './draft.ts';
import { PriceField } from './money-field.tsx';
import { PictureChoice } from './picture-choice.tsx';
import table from './variants.module.css';

interface Props {
  productId: string;
  variant: ProductDetail['variants'][number];
  /** Of one item to the product's destination; undefined while it is unknown. */
  shipping: Sum | undefined;
  name: string;
  draft: DraftVariant;
  original: DraftVariant;
  changed: ReadonlySet<VariantField> | undefined;
  images: readonly { url: string }[];
  chosen: boolean;
  onChoose(id: string): void;
  onPatch(id: string, patch: Partial<DraftVariant>): void;
}

/** One variant: picture, price and what it leaves, SKU, and whether it is sold. */
export const VariantRow = memo(function VariantRow(props: Props) {
  const { productId, variant, shipping, name, draft, original, changed, images, chosen, onChoose, onPatch } = props;
  const { t } = useTranslation('products');
  const { money, percent } = useFormats();
  const id = variant.variant_id;
  const { currency } = variant.cost;
  const left = shipping && estimateProfit(draft.price, variant.cost, shipping);
  const share = left && draft.price.amount > 0 ? Math.max(0, Math.min(1, left.profit.amount / draft.price.amount)) : 0;
  const of = (field: string) => t('editor.fieldOf', { field, name });
  const mark = (field: VariantField, value: React.ReactNode) =>
    changed?.has(field) ? (
      <ChangedMark
        small
        field={of(t(`field.${field}`))}
        original={value}
        onRestore={() => onPatch(id, { [field]: original[field] })}
      />
    ) : null;
  return (
    <>
      <td className={table.select}>
        <Checkbox aria-label={t('editor.choose', { name })} checked={chosen} onChange={() => onChoose(id)} />
      </td>
      <td className={table.name}>
        <PictureChoice
          productId={productId}
          name={name}
          value={draft.image_url}
          images={images}
          onChange={(image_url) => onPatch(id, { image_url })}
        />
        <span className={table.words}>
          <span className={table.title} dir="auto">
            {name}
          </span>
          <span className={table.under}>
            {variant.stock === null ? t('editor.stockUnknown') : t('editor.stock', { count: variant.stock })}
          </span>
        </span>
        {mark('image_url', null)}
      </td>
      <td className={table.field} data-label={t('field.price')}>
        {mark('price', money(original.price))}
        <PriceField
          label={of(t('field.price'))}
          value={draft.price}
          currency={currency}
          onChange={(price) => price && onPatch(id, { price })}
        />
      </td>
      <td className={table.field} data-label={t('field.compare_at_price')}>
        {mark('compare_at_price', original.compare_at_price ? money(original.compare_at_price) : null)}
        <PriceField
          optional
          label={of(t('field.compare_at_price'))}
          value={draft.compare_at_price}
          currency={currency}
          onChange={(compare_at_price) => onPatch(id, { compare_at_price })}
        />
      </td>
      <td className={table.sum} data-label={t('field.cost')}>
        <Money value={variant.cost} />
      </td>
      <td className={table.sum} data-label={t('field.profit')}>
        <span className={table.profit}>
          <Money value={left?.profit ?? null} signed />
          <span className={table.margin} data-loss={(left && left.profit.amount < 0) || undefined}>
            {left && left.margin !== null ? percent(left.margin / 100) : ''}
          </span>
        </span>
        <span className={table.bar} aria-hidden="true">
          <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </span>
      </td>
      <td className={table.field} data-label={t('field.sku')}>
        {mark('sku', <span className="mono">{original.sku}</span>)}
        <input
          className={`${table.sku} mono`}
          aria-label={of(t('field.sku'))}
          aria-invalid={draft.sku.trim() === ''}
          value={draft.sku}
          maxLength={100}
          onChange={(event) => onPatch(id, { sku: event.currentTarget.value })}
        />
      </td>
      <td className={table.enabled}>
        {mark('enabled', t(original.enabled ? 'editor.sold' : 'editor.notSold'))}
        <Switch
          size="sm"
          aria-label={of(t('field.enabled'))}
          checked={draft.enabled}
          onChange={(event) => onPatch(id, { enabled: event.currentTarget.checked })}
        />
      </td>
    </>
  );
});
