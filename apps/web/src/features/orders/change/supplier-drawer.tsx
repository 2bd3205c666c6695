import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { api, type CallBody, errorText } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import type { TaskProps } from '../use-task.ts';
import classes from './change.module.css';
import { type SourceCardFacts, SourceSearch } from './source-search.tsx';
import { SourceVariants } from './source-variants.tsx';

type Choice = Omit<CallBody<'POST /orders/{id}/change-supplier'>, 'line_items'>;

/** Buys a line from another supplier's product: look for it, choose the variant; or back to the original one. */
export default function SupplierDrawer({ task, open, onClose }: TaskProps<'supplier'>) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const client = useQueryClient();
  const [product, setProduct] = useState<SourceCardFacts>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { data } = useQuery({
    queryKey: queryKeys.detail('orders', task.orderId),
    queryFn: ({ signal }) => api('GET /orders/v5/panel/{order_id}', { params: { order_id: task.orderId }, signal }),
    enabled: open,
  });
  const order = data?.order;
  const line = order?.line_items.find((one) => one.id === task.lineId);

  async function choose(choice: Choice): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await api('POST /orders/{id}/change-supplier', {
        params: { id: task.orderId },
        body: { line_item_id: task.lineId, ...choice },
        quiet: true,
      });
      await client.invalidateQueries({ queryKey: ['orders'] });
      toast('success', t('orderDecisions:supplier.done'));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Drawer open={open} onClose={onClose} title={t('orderDecisions:supplier.title')} width={640}>
      <div className={classes.page}>
        {order && line ? (
          <>
            <div className={classes.current}>
              <ProductPicture src={line.image} alt="" size={48} />
              <div className={classes.pickWords}>
                <span className={classes.strong}>{line.title}</span>
                <span className={classes.quiet}>
                  {line.variant_title ? (
                    <>
                      <bdi>{line.variant_title}</bdi> ·{' '}
                    </>
                  ) : null}
                  {line.source ? connectorName(line.source) : t('orderDecisions:supplier.none')}
                </span>
              </div>
              <Money value={line.unit_cost} />
            </div>
            {line.replace_supplier ? (
              <Button
                variant="default"
                leftSection={<Undo2 size={16} aria-hidden />}
                loading={busy}
                onClick={() => void choose({ original: true })}
              >
                {t('orderDecisions:supplier.original')}
              </Button>
            ) : null}
            {failure ? (
              <p className={classes.failure} role="alert">
                {failure}
              </p>
            ) : null}
            {product ? (
              <>
                <button type="button" className={classes.back} onClick={() => setProduct(undefined)}>
                  <ArrowLeft size={16} className="flip" aria-hidden />
                  {t('orderDecisions:supplier.back')}
                </button>
                <SourceVariants
                  product={product}
                  shipTo={order.country_code ?? 'US'}
                  mode={order.is_sandbox ? 'sandbox' : 'live'}
                  current={line.source === product.source ? (line.sku_id ?? undefined) : undefined}
                  piecesNow={line.pieces_per_unit}
                  busy={busy}
                  onChoose={(skuId, pieces) =>
                    void choose({
                      source: product.source,
                      source_product_id: product.source_product_id,
                      sku_id: skuId,
                      pieces_per_unit: pieces,
                    })
                  }
                />
              </>
            ) : (
              <SourceSearch
                begin={line.title}
                shipTo={order.country_code ?? 'US'}
                mode={order.is_sandbox ? 'sandbox' : 'live'}
                onPick={setProduct}
              />
            )}
          </>
        ) : (
          <SkeletonBox width="100%" height={320} />
        )}
      </div>
    </Drawer>
  );
}
