// biome-ignore-all lint/a11y/useSemanticElements: rows stand at their own places, which a table's elements cannot; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus
import type { ProductDetail } from '@quayside/contracts';
import { isGtin } from '@quayside/kernel/gtin.ts';
import type { Money as Sum } from '@quayside/kernel/money.ts';
import { estimateProfit } from '@quayside/kernel/profit.ts';
import type { TFunction } from 'i18next';
import { memo, useCallback, useDeferredValue, useMemo } from 'react';
import { Money } from '../../../kit/money.tsx';
import type { useFormats } from '../../../lib/use-formats.ts';
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

/** Texts and number formats of the language, read once for the table: a hook in each of hundreds of cells takes longer than the cell. */
export interface TableText {
  t: TFunction<'products'>;
  formats: ReturnType<typeof useFormats>;
}

interface Props {
  productId: string;
  say: TableText;
  /** Drawn with its controls from the beginning. */
  whole: boolean;
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
function useFieldLabels({ t }: TableText, name: string) {
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

interface NameCellsProps extends Pick<Props, 'productId' | 'say' | 'variant' | 'name' | 'images' | 'chosen'> {
  image: string | null;
  mark: React.ReactNode;
  tabIndex: number;
  onChoose: Props['onChoose'];
  onPatch: Props['onPatch'];
}

/** Choice, picture, name and stock: what typing leaves as it is. */
const NameCells = memo(function NameCells(props: NameCellsProps) {
  const { productId, say, variant, name, images, chosen, image, mark, tabIndex, onChoose, onPatch } = props;
  const { t } = say;
  const id = variant.variant_id;
  const onPicture = useCallback((image_url: string | null) => onPatch(id, { image_url }), [onPatch, id]);
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
          value={image}
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
        {mark}
      </div>
    </>
  );
});

interface SumsProps extends Pick<Props, 'say' | 'shipping'> {
  cost: Sum;
  price: Sum;
}

/** What a variant costs and what its price leaves. */
const Sums = memo(function Sums({ say, cost, price, shipping }: SumsProps) {
  const {
    t,
    formats: { percent },
  } = say;
  const left = shipping && estimateProfit(price, cost, shipping);
  const share = left && price.amount > 0 ? Math.max(0, Math.min(1, left.profit.amount / price.amount)) : 0;
  return (
    <>
      <div role="gridcell" className={table.sum} data-label={t('field.cost')}>
        <Money value={cost} />
      </div>
      <div role="gridcell" className={table.sum} data-label={t('field.profit')}>
        <span className={table.profit}>
          <Money value={left?.profit ?? null} signed still />
          <span className={table.margin} data-loss={(left && left.profit.amount < 0) || undefined}>
            {left && left.margin !== null ? percent(left.margin / 100) : ''}
          </span>
        </span>
        <span className={table.bar} aria-hidden="true">
          <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </span>
      </div>
    </>
  );
});

interface CellProps {
  say: TableText;
  id: string;
  column: SheetColumn;
  at: number;
  names: { field: string; ofVariant: string };
  text: string;
  enabled: boolean;
  unit: WeightUnit;
  /** The currency's sign beside sums. */
  symbol: string | undefined;
  original: DraftVariant;
  changed: boolean;
  fault: CellFault | undefined;
  active: boolean;
  selected: boolean;
  handle: boolean;
  tabIndex: number;
  actions: SheetActions;
  onPatch: Props['onPatch'];
}

/** A cell that a person edits, with the mark of a change. */
const VariantCell = memo(function VariantCell(props: CellProps) {
  const { say, id, column, at, names, text, enabled, unit, symbol, original, changed, fault, active, selected } = props;
  const { handle, tabIndex, actions, onPatch } = props;
  const { t } = say;
  const { money } = say.formats;
  const originals: Record<SheetColumn, () => React.ReactNode> = {
    price: () => money(original.price),
    compare_at_price: () => (original.compare_at_price ? money(original.compare_at_price) : null),
    weight_grams: () => (original.weight_grams === null ? null : `${weightText(original.weight_grams, unit)} ${unit}`),
    sku: () => <span className="mono">{original.sku}</span>,
    barcode: () => (original.barcode === '' ? null : <span className="mono">{original.barcode}</span>),
    enabled: () => t(original.enabled ? 'editor.sold' : 'editor.notSold'),
  };
  return (
    <div
      role="gridcell"
      className={column === 'enabled' ? table.enabled : table.field}
      data-column={at}
      data-label={column === 'enabled' ? undefined : names.field}
      data-active={active || undefined}
      aria-selected={selected}
    >
      {changed ? (
        <ChangedMark
          small
          tabIndex={tabIndex}
          field={names.ofVariant}
          original={originals[column]}
          onRestore={() => onPatch(id, { [column]: original[column] })}
        />
      ) : null}
      {column === 'enabled' ? (
        <Checkbox
          role="switch"
          aria-label={names.ofVariant}
          checked={enabled}
          tabIndex={tabIndex}
          onChange={(event) => onPatch(id, { enabled: event.currentTarget.checked })}
        />
      ) : (
        <SheetCell
          id={id}
          column={column}
          label={names.ofVariant}
          text={text}
          prefix={symbol}
          suffix={column === 'weight_grams' ? unit : undefined}
          mono={column === 'sku' || column === 'barcode'}
          invalid={column === 'sku' && text.trim() === ''}
          hint={column === 'barcode' && text !== '' && !isGtin(text) ? t('editor.noGtin') : undefined}
          fault={fault && t(`sheet.refused.${fault}`)}
          tabIndex={tabIndex}
          actions={actions}
        />
      )}
      {handle ? <span data-handle className={table.handle} aria-hidden="true" /> : null}
    </div>
  );
});

/** The texts of a row without its controls. */
function RowTexts({ say, variant, name, draft, unit }: Props) {
  const { money } = say.formats;
  return (
    <>
      <div role="gridcell" />
      <div role="rowheader" className={table.name}>
        <span className={table.picture} />
        <span className={table.words}>
          <span className={table.title} dir="auto">
            {name}
          </span>
        </span>
      </div>
      <div role="gridcell" className={table.sum}>
        {money(variant.cost)}
      </div>
      <div role="gridcell" />
      {SHEET_COLUMNS.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          className={table.text}
          data-column={at}
          data-letters={column === 'sku' || undefined}
        >
          {column === 'enabled' ? '' : cellText(column, draft, unit)}
        </div>
      ))}
    </>
  );
}

/**
 * One variant: picture, what it leaves, its cells, and whether it is sold. Scrolled into view, it shows its texts first and its
 * controls right after, so that scrolling is smooth and a jump to the last row answers at once.
 */
export const VariantRow = memo(function VariantRow(props: Props) {
  const hasControls = useDeferredValue(true, props.whole) || props.whole;
  return hasControls ? <RowControls {...props} /> : <RowTexts {...props} />;
});

const RowControls = memo(function RowControls(props: Props) {
  const { productId, say, variant, shipping, name, draft, original, changed, images, unit, chosen } = props;
  const { reached, active, start, end, handle, faults, actions, onChoose, onPatch } = props;
  const { moneyParts } = say.formats;
  const id = variant.variant_id;
  const { currency } = variant.cost;
  const symbol = moneyParts(0, currency).pieces.find((piece) => piece.kind === 'currency')?.text;
  const tabIndex = reached ? 0 : -1;
  const labels = useFieldLabels(say, name);
  const hasNewImage = changed?.has('image_url') ?? false;
  const imageMark = useMemo(
    () =>
      hasNewImage ? (
        <ChangedMark
          small
          tabIndex={tabIndex}
          field={labels.image_url.ofVariant}
          original={null}
          onRestore={() => onPatch(id, { image_url: original.image_url })}
        />
      ) : null,
    [hasNewImage, tabIndex, labels, id, original.image_url, onPatch],
  );
  return (
    <>
      <NameCells
        productId={productId}
        say={say}
        variant={variant}
        name={name}
        images={images}
        chosen={chosen}
        image={draft.image_url}
        mark={imageMark}
        tabIndex={tabIndex}
        onChoose={onChoose}
        onPatch={onPatch}
      />
      <Sums say={say} cost={variant.cost} price={draft.price} shipping={shipping} />
      {SHEET_COLUMNS.map((column, at) => (
        <VariantCell
          key={column}
          say={say}
          id={id}
          column={column}
          at={at}
          names={labels[column]}
          text={column === 'enabled' ? '' : cellText(column, draft, unit)}
          enabled={draft.enabled}
          unit={unit}
          symbol={MONEY.includes(column) ? symbol : undefined}
          original={original}
          changed={changed?.has(column) ?? false}
          fault={faults.get(cellKey(id, column))}
          active={at === active}
          selected={at >= start && at <= end}
          handle={at === handle}
          tabIndex={tabIndex}
          actions={actions}
          onPatch={onPatch}
        />
      ))}
    </>
  );
});
