// biome-ignore-all lint/a11y/useSemanticElements: rows stand at their own places, which a table's elements cannot; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: the controls in the cells take the focus
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Undo2 } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { BulkPrice } from './bulk-price.tsx';
import { renamedValues } from './check.ts';
import { type DraftVariant, withVariants } from './draft.ts';
import classes from './editor.module.css';
import { EditorSection } from './editor-section.tsx';
import { getShippingCost, priceBy } from './pricing.ts';
import { FaultList } from './sheet/fault-list.tsx';
import { useSheet } from './sheet/use-sheet.ts';
import type { WeightUnit } from './sheet/weight.ts';
import type { Editor } from './use-editor.ts';
import { VariantRow } from './variant-row.tsx';
import table from './variants.module.css';
import { HEAD_COLUMNS, VariantsHead } from './variants-head.tsx';

/** Where rows are cards: the table has too many columns for tablets held upright. */
const CARDS = '(max-width: 939.98px)';
/** The wide height is fixed in variants.module.css. */
const ROW = { wide: 57, narrow: 310 } as const;
const VARIANT_FAULTS = ['sku', 'skuTwice', 'noVariant'] as const;
/** Rows reached by the keyboard stay clear of the bars at the window's top and bottom. */
const CLEAR = { top: 180, bottom: 90 };

/** Where an element begins on the page. */
function usePageTop() {
  const own = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const read = () => own.current && setTop(Math.round(own.current.getBoundingClientRect().top + scrollY));
    read();
    const sized = new ResizeObserver(read);
    sized.observe(document.body);
    return () => sized.disconnect();
  }, []);
  return [own, top] as const;
}

/** Every variant with what it costs and what it leaves, edited like a spreadsheet. Only rows near the window are drawn. */
export function Variants({ editor }: { editor: Editor }) {
  const { t } = useTranslation('products');
  const formats = useFormats();
  const { number, money, country, language } = formats;
  const say = useMemo(() => ({ t, formats }), [t, formats]);
  const cards = useMedia(CARDS);
  const { product, base, original, draft, changes, change, faults, undo, redo } = editor;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [body, top] = usePageTop();
  const keysId = useId();
  const { variants } = product;
  const ids = useMemo(() => variants.map((variant) => variant.variant_id), [variants]);
  const costs = useMemo(() => new Map(variants.map((variant) => [variant.variant_id, variant.cost])), [variants]);
  const acted = useMemo(() => (chosen.size > 0 ? ids.filter((id) => chosen.has(id)) : ids), [ids, chosen]);
  const fault = VARIANT_FAULTS.find((one) => faults.includes(one));

  const patch = useCallback(
    (id: string, next: Partial<DraftVariant>) =>
      change((now) => withVariants(now, [id], (variant) => ({ ...variant, ...next }))),
    [change],
  );
  const choose = useCallback(
    (id: string) =>
      setChosen((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const names = useMemo(
    () =>
      new Map(
        variants.map((variant) => [
          variant.variant_id,
          renamedValues(variant.option_values, base.options, draft.options).join(' / ') || variant.sku,
        ]),
      ),
    [variants, base.options, draft.options],
  );
  const shipping = getShippingCost(product);
  const scroll = useRef<(row: number) => void>(() => undefined);
  const unit = draft.weight_unit;
  const sheet = useSheet({
    ids,
    draft,
    costs,
    shipping,
    unit,
    language,
    change,
    scrollTo: (row) => scroll.current(row),
    undo,
    redo,
  });
  const { selection, range, pulled } = sheet;
  const head = useSteady({
    onUnit: (weight_unit: WeightUnit) => change((now) => ({ ...now, weight_unit })),
    onChooseAll: (all: boolean) => setChosen(all ? new Set(ids) : new Set()),
  });
  const activeRow = selection?.active.row;
  const virtual = useWindowVirtualizer({
    count: variants.length,
    estimateSize: () => (cards ? ROW.narrow : ROW.wide),
    overscan: 4,
    useFlushSync: false,
    scrollMargin: top,
    scrollPaddingStart: CLEAR.top,
    scrollPaddingEnd: CLEAR.bottom,
    getItemKey: (index) => `${cards}${ids[index] ?? index}`,
    // The active row stays: it has the focus, wherever the page is scrolled.
    rangeExtractor: (visible) => {
      const rows = defaultRangeExtractor(visible);
      if (activeRow === undefined || rows.includes(activeRow)) return rows;
      return [...rows, activeRow].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    scroll.current = (row) => virtual.scrollToIndex(row, { align: 'auto' });
  }, [virtual]);
  const priced = useMemo(
    () =>
      acted.flatMap((id) => {
        const [cost, price] = [costs.get(id), draft.variants[id]?.price];
        return cost && price ? [{ cost, price }] : [];
      }),
    [acted, costs, draft.variants],
  );
  // The active row is drawn at once, the others with their marks and the selected range right after it.
  const drawn = useDeferredValue(draft.variants);
  const block = useDeferredValue(range);
  const bottom = block && Math.max(block.bottom, pulled ?? 0);

  return (
    <EditorSection
      id="variants"
      flush
      title={t('editor.variants')}
      mark={<span className={classes.count}>{number(variants.length)}</span>}
      action={
        <>
          {chosen.size > 0 ? (
            <span className={classes.count} aria-live="polite">
              {t('editor.chosen', { count: chosen.size })}
            </span>
          ) : null}
          {changes.variants.size > 0 ? (
            <button
              type="button"
              className={classes.link}
              onClick={() => change((now) => withVariantsOf(now, chosen.size > 0 ? acted : ids, original.variants))}
            >
              <Undo2 size={14} aria-hidden /> {t('editor.restore')}
            </button>
          ) : null}
          <BulkPrice
            variants={priced}
            shipping={shipping}
            onApply={(rule, target) =>
              change((now) => {
                const next = { ...now.variants };
                for (const id of acted) {
                  const [cost, variant] = [costs.get(id), next[id]];
                  if (cost && variant)
                    next[id] = { ...variant, [target]: priceBy(rule, { cost, price: variant.price }) };
                }
                return { ...now, variants: next };
              })
            }
          />
        </>
      }
    >
      {fault ? (
        <p className={`${classes.error} ${table.fault}`} role="alert">
          {t(`editor.refused.${fault}`)}
        </p>
      ) : null}
      <FaultList ids={ids} names={names} faults={sheet.faults} onGo={sheet.go} onDismiss={sheet.dropFaults} />
      <p className={table.shipping}>
        {t(shipping ? 'editor.shipping' : 'editor.shippingUnknown', {
          country: country(product.ship_to),
          cost: money(shipping ?? null),
        })}{' '}
        <span id={keysId} className={table.keys}>
          {t('sheet.keys', { formula: '=cost*2+1.5' })}
        </span>
      </p>
      <div
        ref={sheet.table}
        role="grid"
        aria-label={t('editor.variants')}
        aria-describedby={keysId}
        aria-multiselectable
        aria-rowcount={variants.length + 1}
        aria-colcount={HEAD_COLUMNS}
        className={table.table}
        {...sheet.handlers}
      >
        <VariantsHead
          unit={unit}
          onUnit={head.onUnit}
          chosen={chosen.size}
          of={ids.length}
          onChooseAll={head.onChooseAll}
        />
        <div ref={body} role="rowgroup" className={table.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const variant = variants[item.index];
            const isActive = item.index === selection?.active.row;
            const own =
              variant && ((isActive ? undefined : drawn[variant.variant_id]) ?? draft.variants[variant.variant_id]);
            const first = variant && original.variants[variant.variant_id];
            if (!variant || !own || !first) return null;
            const isIn = block !== undefined && bottom !== undefined && item.index >= block.top && item.index <= bottom;
            return (
              <div
                role="row"
                key={item.key}
                // Measuring costs frames while scrolling; only cards differ in height.
                ref={cards ? virtual.measureElement : undefined}
                data-index={item.index}
                aria-rowindex={item.index + 2}
                className={table.place}
                data-chosen={chosen.has(variant.variant_id) || undefined}
                data-off={!own.enabled || undefined}
                style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
              >
                <VariantRow
                  productId={product.id}
                  say={say}
                  whole={cards || isActive}
                  shipping={shipping}
                  variant={variant}
                  name={names.get(variant.variant_id) ?? variant.sku}
                  draft={own}
                  original={first}
                  changed={changes.variants.get(variant.variant_id)}
                  images={draft.images}
                  unit={unit}
                  chosen={chosen.has(variant.variant_id)}
                  reached={selection ? isActive : item.index === 0}
                  active={isActive ? selection.active.column : -1}
                  start={isIn ? block.start : -1}
                  end={isIn ? block.end : -1}
                  handle={block && item.index === block.bottom ? block.end : -1}
                  faults={sheet.faults}
                  actions={sheet.actions}
                  onChoose={choose}
                  onPatch={patch}
                />
              </div>
            );
          })}
        </div>
      </div>
    </EditorSection>
  );
}

/** A draft with some variants as the supplier has them. */
function withVariantsOf(
  draft: Editor['draft'],
  ids: readonly string[],
  from: Editor['original']['variants'],
): Editor['draft'] {
  const variants = { ...draft.variants };
  for (const id of ids) {
    const first = from[id];
    if (first) variants[id] = first;
  }
  return { ...draft, variants };
}
