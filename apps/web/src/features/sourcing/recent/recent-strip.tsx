import { Button } from '@mantine/core';
import type { SupplierName } from '@quayside/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { pictureAt } from '../../products/index.ts';
import classes from './recent.module.css';
import { recentlyViewed } from './recent-queries.ts';

interface Props {
  onOpen(product: { source: SupplierName; productId: string }): void;
}

/** The supplier products that the person opened last, to go back to. */
export default function RecentStrip({ onOpen }: Props) {
  const { t } = useTranslation('sourcing');
  const client = useQueryClient();
  const { data } = useQuery(recentlyViewed());
  const forget = useMutation({
    mutationFn: () => api('DELETE /products/interactions'),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['sources'] }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section className={classes.strip} aria-label={t('recent.title')}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('recent.title')}</h2>
        <Button variant="subtle" size="xs" loading={forget.isPending} onClick={() => forget.mutate()}>
          {t('recent.clear')}
        </Button>
      </div>
      <ul className={classes.row}>
        {data.items.map((one) => (
          <li key={`${one.source}/${one.source_product_id}`}>
            <button
              type="button"
              className={classes.card}
              onClick={() => onOpen({ source: one.source, productId: one.source_product_id })}
            >
              <ProductPicture src={pictureAt(one.image, 48)} alt="" size={48} />
              <span className={classes.words}>
                <span className={classes.name} dir="auto">
                  {one.name}
                </span>
                <Money value={one.cost} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
