import { Button } from '@mantine/core';
import type { MappingComponent, ProductSummary } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { pictureAt } from '../picture-at.ts';
import { ChoiceRow } from './choice-row.tsx';
import {
  addChoice,
  addPart,
  changed,
  keyOf,
  type MappedVariant,
  MOST_CHOICES,
  moveUp,
  removeChoice,
} from './choices.ts';
import classes from './mapping.module.css';
import { type PickedProduct, ProductSearch, type SourceVariant, VariantPick } from './source-pick.tsx';

interface Props {
  product: ProductSummary;
  open: boolean;
  onClose(): void;
}

const toWanted = ({ pieces_per_unit, sku_id, source, source_product_id }: MappingComponent) => ({
  source,
  source_product_id,
  sku_id,
  pieces_per_unit,
});

/** A product's variants in stores, and their suppliers in the order in which they are tried. */
export function SuppliersDrawer({ product, open, onClose }: Props) {
  const { t } = useTranslation('mapping');
  const client = useQueryClient();
  const [draft, setDraft] = useState<readonly MappedVariant[]>();
  /** The variant that gets another supplier, or all of them. */
  const [adding, setAdding] = useState<string>();
  /** The place of the choice that gets a further part, if one does. */
  const [partOf, setPartOf] = useState<number>();
  const [picked, setPicked] = useState<PickedProduct>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const params = { id: product.id };
  const key = queryKeys.detail('products', product.id, 'mapping');
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /center/products/{id}/mapping', { params, signal }),
    enabled: open,
  });
  const variants = draft ?? data?.items ?? [];
  const toSend = data && draft ? changed(data.items, draft) : [];
  const change = (at: MappedVariant, choices: MappedVariant['choices']) =>
    setDraft(variants.map((one) => (keyOf(one) === keyOf(at) ? { ...one, choices } : one)));
  const leave = () => {
    setAdding(undefined);
    setPartOf(undefined);
    setPicked(undefined);
  };
  const close = () => {
    leave();
    setDraft(undefined);
    setFailure(undefined);
    onClose();
  };

  async function attempt(work: () => Promise<string>): Promise<boolean> {
    setBusy(true);
    setFailure(undefined);
    try {
      const said = await work();
      setDraft(undefined);
      for (const topic of ['products', 'orders', 'counts']) await client.invalidateQueries({ queryKey: [topic] });
      toast('success', said);
      return true;
    } catch (problem) {
      setFailure(errorText(problem));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function sendDraft(): Promise<void> {
    if (toSend.length === 0) return;
    const items = toSend.map((one) => ({
      store_id: one.store_id,
      external_product_id: one.external_product_id,
      external_variant_id: one.external_variant_id,
      title: one.title,
      variant_title: one.variant_title,
      choices: one.choices.map(({ further, ship_to, ...first }) => ({
        ...toWanted(first),
        further: further.map(toWanted),
        ship_to,
      })),
    }));
    await api('POST /center/products/{id}/map-variant', { params, body: { items }, quiet: true });
  }

  const save = () =>
    attempt(async () => {
      await sendDraft();
      return t('suppliers.saved');
    });

  const group = (to: PickedProduct) =>
    attempt(async () => {
      const body = { source: to.source, source_product_id: to.source_product_id };
      // Pieces that were just chosen stay too.
      await sendDraft();
      const answer = await api('POST /center/products/{id}/map-group', { params, body, quiet: true });
      leave();
      const count = answer.left_out.length;
      return count > 0 ? t('suppliers.leftOut', { count }) : t('suppliers.saved');
    });

  function take(variant: SourceVariant): void {
    const target = variants.find((one) => keyOf(one) === adding);
    if (target && picked) {
      const { cost, option_values, sku, sku_id } = variant;
      const { name: title, source, source_product_id } = picked;
      const image = variant.image ?? picked.image;
      const component = {
        source,
        source_product_id,
        sku_id,
        sku,
        title,
        option_values,
        image,
        pieces_per_unit: 1,
        cost,
      };
      change(
        target,
        partOf === undefined
          ? addChoice(target.choices, { ...component, further: [], ship_to: [] })
          : target.choices.map((one, at) => (at === partOf ? addPart(one, component) : one)),
      );
    }
    leave();
  }

  const search = (onPick: (one: PickedProduct) => void) => (
    <ProductSearch
      begin={product.title.split(/\s+/).slice(0, 2).join(' ')}
      mode={product.is_sandbox ? 'sandbox' : 'live'}
      among="catalogs"
      shipTo={product.ship_to}
      onPick={onPick}
    />
  );

  return (
    <Drawer
      open={open}
      onClose={close}
      title={t('suppliers.title')}
      width={880}
      closeOnOverlay={toSend.length === 0}
      footer={
        adding !== undefined ? (
          <Button variant="subtle" onClick={leave}>
            {t('suppliers.cancel')}
          </Button>
        ) : (
          <>
            <Button variant="subtle" onClick={close}>
              {t('suppliers.cancel')}
            </Button>
            <Button loading={busy} disabled={toSend.length === 0} onClick={() => void save()}>
              {t('suppliers.save')}
            </Button>
          </>
        )
      }
    >
      <div className={classes.page}>
        <Failure text={failure} />
        {adding === 'all' ? (
          <>
            <p className={classes.quiet}>{t('suppliers.groupText')}</p>
            {busy ? <SkeletonBox width="100%" height={220} /> : search((one) => void group(one))}
          </>
        ) : adding !== undefined && picked ? (
          <VariantPick productId={product.id} product={picked} onBack={() => setPicked(undefined)} onPick={take} />
        ) : partOf !== undefined ? (
          <>
            <p className={classes.quiet}>{t('suppliers.partText')}</p>
            <ProductSearch
              begin=""
              mode={product.is_sandbox ? 'sandbox' : 'live'}
              among="imported"
              onPick={setPicked}
            />
          </>
        ) : adding !== undefined ? (
          search(setPicked)
        ) : (
          <>
            <p className={classes.quiet}>{t('suppliers.text')}</p>
            {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
            {!data && !error ? <SkeletonBox width="100%" height={220} /> : null}
            {data?.items.length === 0 ? (
              <EmptyState small title={t('suppliers.empty')} text={t('suppliers.emptyText')} />
            ) : null}
            {variants.some((one) => one.is_listed) ? (
              <div>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<ListChecks size={14} aria-hidden />}
                  onClick={() => setAdding('all')}
                >
                  {t('suppliers.group')}
                </Button>
              </div>
            ) : null}
            <div>
              {variants.map((variant) => {
                // A product may be in several stores.
                const name = [variant.title, variant.variant_title, variant.store_name].filter(Boolean).join(' · ');
                return (
                  <section key={keyOf(variant)} className={classes.variant} aria-label={name}>
                    <div className={classes.row}>
                      <ProductPicture src={pictureAt(variant.image, 40)} alt="" size={40} />
                      <span className={classes.words}>
                        <span className={classes.title} dir="auto">
                          {variant.variant_title || variant.title}
                        </span>
                        <span className={classes.under}>
                          <bdi>{variant.store_name}</bdi>
                        </span>
                      </span>
                    </div>
                    <div className={classes.choices}>
                      {variant.choices.length === 0 ? (
                        <p className={classes.quiet}>{t(variant.is_listed ? 'suppliers.own' : 'suppliers.none')}</p>
                      ) : (
                        <ol className={classes.choices}>
                          {variant.choices.map((choice, at) => (
                            <ChoiceRow
                              key={`${choice.source} ${choice.source_product_id} ${choice.sku_id}`}
                              choice={choice}
                              isFirst={at === 0}
                              onUp={() => change(variant, moveUp(variant.choices, at))}
                              onRemove={() => change(variant, removeChoice(variant.choices, at))}
                              onAddPart={() => {
                                setAdding(keyOf(variant));
                                setPartOf(at);
                              }}
                              onChange={(facts) =>
                                change(
                                  variant,
                                  variant.choices.map((one, index) => (index === at ? { ...one, ...facts } : one)),
                                )
                              }
                            />
                          ))}
                        </ol>
                      )}
                      {variant.choices.length < MOST_CHOICES ? (
                        <div>
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            leftSection={<Plus size={14} aria-hidden />}
                            onClick={() => setAdding(keyOf(variant))}
                          >
                            {t('suppliers.add')}
                          </Button>
                        </div>
                      ) : null}
                    </div>
                  </section>
                );
              })}
            </div>
          </>
        )}
      </div>
    </Drawer>
  );
}
