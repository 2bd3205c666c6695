import { Button, NativeSelect } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { SourceMark } from '../mark.tsx';
import { Confidence } from './confidence.tsx';
import classes from './mapping.module.css';
import { type PickedProduct, ProductSearch, readSourceVariants, sourceVariantsKey } from './source-pick.tsx';

interface Props {
  product: ProductSummary;
  open: boolean;
  onClose(): void;
}

/** Replaces where a product is bought: choose the new product, check its variants and costs, replace. */
export function ReplaceDrawer({ product, open, onClose }: Props) {
  const { t } = useTranslation('mapping');
  const client = useQueryClient();
  const [picked, setPicked] = useState<PickedProduct>();
  /** Choices that differ from the proposal, by variant. */
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const params = { id: product.id };
  const proposal = useQuery({
    queryKey: queryKeys.detail('products', product.id, `replace ${picked?.source} ${picked?.source_product_id}`),
    queryFn: () =>
      api('PUT /center/products/{id}/replace', {
        params,
        body: { source: picked?.source ?? '', source_product_id: picked?.source_product_id ?? '', preview: true },
        quiet: true,
      }),
    enabled: open && picked !== undefined,
  });
  const variants = useQuery({
    queryKey: picked ? sourceVariantsKey(product.id, picked) : ['products', 'detail', product.id, 'none'],
    queryFn: ({ signal }) => (picked ? readSourceVariants(product.id, picked, signal) : Promise.reject(new Error())),
    enabled: open && picked !== undefined,
  });
  const partners = new Map(variants.data?.variants.map((one) => [one.sku_id, one]));
  const pairs = proposal.data?.items.map((item) => ({ item, skuId: own[item.variant_id] ?? item.sku_id })) ?? [];
  const isComplete = pairs.length > 0 && pairs.every(({ skuId }) => skuId !== null && skuId !== '');

  const back = () => {
    setPicked(undefined);
    setOwn({});
    setFailure(undefined);
  };
  const close = () => {
    back();
    onClose();
  };

  async function replace(): Promise<void> {
    if (!picked) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await api('PUT /center/products/{id}/replace', {
        params,
        body: {
          source: picked.source,
          source_product_id: picked.source_product_id,
          pairs: pairs.flatMap(({ item, skuId }) => (skuId ? [{ variant_id: item.variant_id, sku_id: skuId }] : [])),
        },
        quiet: true,
      });
      for (const topic of ['products', 'orders', 'counts']) await client.invalidateQueries({ queryKey: [topic] });
      toast('success', t('replace.done'));
      close();
    } catch (problem) {
      setFailure(errorText(problem));
    } finally {
      setBusy(false);
    }
  }

  const error = proposal.error ?? variants.error;
  return (
    <Drawer
      open={open}
      onClose={close}
      title={t('replace.title')}
      width={720}
      closeOnOverlay={picked === undefined}
      footer={
        picked ? (
          <>
            <Button variant="subtle" onClick={close}>
              {t('suppliers.cancel')}
            </Button>
            <Button loading={busy} disabled={!isComplete} onClick={() => void replace()}>
              {t('replace.verb')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className={classes.page}>
        <p className={classes.quiet}>{t('replace.text')}</p>
        <Failure text={failure} />
        {picked ? (
          <>
            <button type="button" className={classes.back} onClick={back}>
              <ArrowLeft size={16} className="flip" aria-hidden />
              {t('pick.back')}
            </button>
            <div className={classes.row}>
              <ProductPicture src={picked.image} alt="" size={40} />
              <span className={classes.words}>
                <span className={classes.title} dir="auto">
                  {picked.name}
                </span>
                <span className={classes.under}>
                  <SourceMark source={picked.source} />
                </span>
              </span>
            </div>
            {error ? <ErrorState error={error} onRetry={() => void proposal.refetch()} small /> : null}
            {!error && (!proposal.data || !variants.data) ? <SkeletonBox width="100%" height={220} /> : null}
            {variants.data ? (
              <div>
                {pairs.map(({ item, skuId }) => {
                  const name = item.option_values.join(' / ') || t('replace.only');
                  const cost = skuId ? partners.get(skuId)?.cost : undefined;
                  return (
                    <div key={item.variant_id} className={classes.pair}>
                      <bdi>{name}</bdi>
                      <div className={classes.row}>
                        <NativeSelect
                          aria-label={t('replace.partner', { name })}
                          size="xs"
                          flex={1}
                          value={skuId ?? ''}
                          onChange={(event) => {
                            const { value } = event.currentTarget;
                            setOwn((now) => ({ ...now, [item.variant_id]: value }));
                          }}
                          data={[
                            { value: '', label: t('replace.choose') },
                            ...(variants.data?.variants.map((one) => ({
                              value: one.sku_id,
                              label: one.option_values.join(' / ') || one.sku,
                            })) ?? []),
                          ]}
                        />
                        {skuId && skuId === item.sku_id ? <Confidence confidence={item.confidence} /> : null}
                      </div>
                      <span className={classes.costs}>
                        <del>
                          <Money value={item.cost_before} />
                        </del>
                        {cost ? <Money value={cost} strong /> : null}
                      </span>
                    </div>
                  );
                })}
              </div>
            ) : null}
          </>
        ) : (
          <ProductSearch
            begin={product.title.split(/\s+/).slice(0, 2).join(' ')}
            mode={product.is_sandbox ? 'sandbox' : 'live'}
            among="catalogs"
            shipTo={product.ship_to}
            onPick={setPicked}
          />
        )}
      </div>
    </Drawer>
  );
}
