// biome-ignore-all lint/a11y/useSemanticElements: rows stand at their own places, which a table's elements cannot; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus
import type { ProductDetail } from '@quayside/contracts';
import type { Money as Sum } from '@quayside/kernel/money.ts';
import { estimateProfit } from '@quayside/kernel/profit.ts';
import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ChangedMark } from './changed-mark.tsx';
import { type DraftVariant, VARIANT_FIELDS, type VariantField } from './draft.ts';
import { PictureChoice } from './picture-choice.tsx';
import { type CellFault, cellText } from './sheet/cells.ts';
import { cellKey, SHEET_COLUMNS, type SheetColumn } from './sheet/columns.ts';
import { SheetCell } from './sheet/sheet-cell.tsx';
import type { SheetActions } from './sheet/use-sheet.ts';
import { type WeightUnit, weightText } from './sheet/weight.ts';
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
  unit: WeightUnit;
  chosen: boolean;
  /** The row's controls are reached by Tab. */
  reached: boolean;
  /** The number of the active cell's column; -1: it is in another row. The same for the ends of the range and the fill handle. */
  active: number;
  start: number;
  end: number;
  handle: number;
  faults: ReadonlyMap<string, CellFault>;
  actions: SheetActions;
  onChoose(id: string): void;
  onPatch(id: string, patch: Partial<DraftVariant>): void;
}

const MONEY: readonly SheetColumn[] = ['price', 'compare_at_price'];

/** Names of a variant's fields, alone and with the variant's name, translated once. */
function useFieldLabels(name: string) {
  const { t } = useTranslation('products');
  return useMemo(() => {
    const labelOf = (key: VariantField) => {
      const field = t(`field.${key}`);
      return [key, { field, ofVariant: t('editor.fieldOf', { field, name }) }] as const;
    };
    return Object.fromEntries(VARIANT_FIELDS.map(labelOf)) as Record<
      VariantField,
      { field: string; ofVariant: string }
    >;
  }, [t, name]);
}

/** One variant: picture, what it leaves, its cells, and whether it is sold. */
export const VariantRow = memo(function VariantRow(props: Props) {
  const { productId, variant, shipping, name, draft, original, changed, images, unit, chosen, onChoose, onPatch } =
    props;
  const { reached, active, start, end, handle, faults, actions } = props;
  const { t } = useTranslation('products');
  const { money, moneyParts, percent } = useFormats();
  const id = variant.variant_id;
  const { currency } = variant.cost;
  const left = shipping && estimateProfit(draft.price, variant.cost, shipping);
  const share = left && draft.price.amount > 0 ? Math.max(0, Math.min(1, left.profit.amount / draft.price.amount)) : 0;
  const symbol = moneyParts(0, currency).pieces.find((piece) => piece.kind === 'currency')?.text;
  const tabIndex = reached ? 0 : -1;
  const onPicture = useCallback((image_url: string | null) => onPatch(id, { image_url }), [onPatch, id]);
  const labels = useFieldLabels(name);
  const mark = (field: VariantField, value: React.ReactNode) =>
    changed?.has(field) ? (
      <ChangedMark
        small
        tabIndex={tabIndex}
        field={labels[field].ofVariant}
        original={value}
        onRestore={() => onPatch(id, { [field]: original[field] })}
      />
    ) : null;
  const originals: Record<SheetColumn, React.ReactNode> = {
    price: money(original.price),
    compare_at_price: original.compare_at_price ? money(original.compare_at_price) : null,
    weight_grams: original.weight_grams === null ? null : `${weightText(original.weight_grams, unit)} ${unit}`,
    sku: <span className="mono">{original.sku}</span>,
    enabled: t(original.enabled ? 'editor.sold' : 'editor.notSold'),
  };
  const faultText = (fault: CellFault | undefined) => fault && t(`sheet.refused.${fault}`);
  const cell = (column: SheetColumn, at: number) => ({
    role: 'gridcell',
    'data-column': at,
    'data-label': column === 'enabled' ? undefined : labels[column].field,
    'data-active': at === active || undefined,
    'aria-selected': at >= start && at <= end,
  });
  return (
    <>
      <div role="gridcell" className={table.select}>
        <Checkbox
          aria-label={t('editor.choose', { name })}
          checked={chosen}
          tabIndex={tabIndex}
          onChange={() => onChoose(id)}
        />
      </div>
      <div role="rowheader" className={table.name}>
        <PictureChoice
          productId={productId}
          name={name}
          value={draft.image_url}
          images={images}
          tabIndex={tabIndex}
          onChange={onPicture}
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
      </div>
      <div role="gridcell" className={table.sum} data-label={t('field.cost')}>
        <Money value={variant.cost} />
      </div>
      <div role="gridcell" className={table.sum} data-label={t('field.profit')}>
        <span className={table.profit}>
          <Money value={left?.profit ?? null} signed />
          <span className={table.margin} data-loss={(left && left.profit.amount < 0) || undefined}>
            {left && left.margin !== null ? percent(left.margin / 100) : ''}
          </span>
        </span>
        <span className={table.bar} aria-hidden="true">
          <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </span>
      </div>
      {SHEET_COLUMNS.map((column, at) => (
        <div key={column} {...cell(column, at)} className={column === 'enabled' ? table.enabled : table.field}>
          {mark(column, originals[column])}
          {column === 'enabled' ? (
            <Checkbox
              role="switch"
              aria-label={labels.enabled.ofVariant}
              checked={draft.enabled}
              tabIndex={tabIndex}
              onChange={(event) => onPatch(id, { enabled: event.currentTarget.checked })}
            />
          ) : (
            <SheetCell
              id={id}
              column={column}
              label={labels[column].ofVariant}
              text={cellText(column, draft, unit)}
              prefix={MONEY.includes(column) ? symbol : undefined}
              suffix={column === 'weight_grams' ? unit : undefined}
              mono={column === 'sku'}
              invalid={column === 'sku' && draft.sku.trim() === ''}
              fault={faultText(faults.get(cellKey(id, column)))}
              tabIndex={tabIndex}
              actions={actions}
            />
          )}
          {at === handle ? <span data-handle className={table.handle} aria-hidden="true" /> : null}
        </div>
      ))}
    </>
  );
});
