import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Undo2 } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { BulkPrice } from './bulk-price.tsx';
import { renamedValues } from './check.ts';
import { type DraftVariant, withVariants } from './draft.ts';
import classes from './editor.module.css';
import { EditorSection } from './editor-section.tsx';
import { getShippingCost, priceBy } from './pricing.ts';
import type { Editor } from './use-editor.ts';
import { VariantRow } from './variant-row.tsx';
import table from './variants.module.css';

const ROW = { wide: 57, narrow: 216 } as const;
const VARIANT_FAULTS = ['sku', 'skuTwice', 'noVariant'] as const;

/** Where an element begins on the page. */
function usePageTop() {
  const own = useRef<HTMLTableSectionElement>(null);
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

/** Every variant with what it costs and what it leaves; prices of many at once. Only rows near the window are drawn. */
export function Variants({ editor }: { editor: Editor }) {
  const { t } = useTranslation('products');
  const { number, money, country } = useFormats();
  const mobile = useIsMobile();
  const { product, base, original, draft, changes, change, faults } = editor;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [body, top] = usePageTop();
  const { variants } = product;
  const ids = variants.map((variant) => variant.variant_id);
  const acted = chosen.size > 0 ? ids.filter((id) => chosen.has(id)) : ids;
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
          renamedValues(variant.option_values, base.options, draft.options).join(' / '),
        ]),
      ),
    [variants, base.options, draft.options],
  );
  const virtual = useWindowVirtualizer({
    count: variants.length,
    estimateSize: () => (mobile ? ROW.narrow : ROW.wide),
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => `${mobile}${ids[index] ?? index}`,
  });
  const shipping = getShippingCost(product);
  const costs = new Map(variants.map((variant) => [variant.variant_id, variant.cost]));
  const priced = acted.flatMap((id) => {
    const [cost, price] = [costs.get(id), draft.variants[id]?.price];
    return cost && price ? [{ cost, price }] : [];
  });

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
                let next = now;
                for (const id of acted) {
                  const cost = costs.get(id);
                  if (!cost) continue;
                  next = withVariants(next, [id], (variant) => ({
                    ...variant,
                    [target]: priceBy(rule, { cost, price: variant.price }),
                  }));
                }
                return next;
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
      <p className={table.shipping}>
        {t(shipping ? 'editor.shipping' : 'editor.shippingUnknown', {
          country: country(product.ship_to),
          cost: money(shipping ?? null),
        })}
      </p>
      <table aria-label={t('editor.variants')} aria-rowcount={variants.length + 1} className={table.table}>
        <thead>
          <tr className={table.head}>
            <th scope="col" className={table.select}>
              <Checkbox
                aria-label={t('editor.chooseAll')}
                checked={chosen.size === ids.length}
                indeterminate={chosen.size > 0 && chosen.size < ids.length}
                onChange={() => setChosen(chosen.size === ids.length ? new Set() : new Set(ids))}
              />
            </th>
            <th scope="col">{t('field.variant')}</th>
            <th scope="col" data-end>
              {t('field.price')}
            </th>
            <th scope="col" data-end>
              {t('field.compare_at_price')}
            </th>
            <th scope="col" data-end>
              {t('field.cost')}
            </th>
            <th scope="col" data-end>
              {t('field.profit')}
            </th>
            <th scope="col">{t('field.sku')}</th>
            <th scope="col" data-end>
              {t('field.enabled')}
            </th>
          </tr>
        </thead>
        <tbody ref={body} className={table.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const variant = variants[item.index];
            const own = variant && draft.variants[variant.variant_id];
            const first = variant && original.variants[variant.variant_id];
            if (!variant || !own || !first) return null;
            return (
              <tr
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                aria-rowindex={item.index + 2}
                className={table.place}
                data-chosen={chosen.has(variant.variant_id) || undefined}
                data-off={!own.enabled || undefined}
                style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
              >
                <VariantRow
                  productId={product.id}
                  shipping={shipping}
                  variant={variant}
                  name={names.get(variant.variant_id) || variant.sku}
                  draft={own}
                  original={first}
                  changed={changes.variants.get(variant.variant_id)}
                  images={draft.images}
                  chosen={chosen.has(variant.variant_id)}
                  onChoose={choose}
                  onPatch={patch}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
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
