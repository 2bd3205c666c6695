import type { ProductDetail } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { getShippingCost } from '../editor/pricing.ts';
import { isolated } from '../isolated.ts';
import { StockMark } from './marks.tsx';
import { type Moved, missingVariants, movedVariants, nameOfVariant } from './moved.ts';
import classes from './supplier-watch.module.css';
import { useWatch } from './use-watch.ts';

/** So many variants are named; of the rest it is said how many they are. */
const SHOWN = 3;

function MovedLine({ moved }: { moved: Moved }) {
  const { t } = useTranslation('monitoring');
  const { percent } = useFormats();
  const { variant, now, was, margin } = moved;
  return (
    <li className={classes.line}>
      <span className={classes.name} dir="auto">
        {nameOfVariant(variant)}
      </span>
      <span className={classes.sums}>
        <span>
          {t('watch.now')} <Money value={now} strong />
        </span>
        <span className={classes.quiet}>
          {t('watch.was')} <Money value={was} />
        </span>
      </span>
      {margin.before === null || margin.after === null ? null : (
        <span className={classes.quiet}>
          {t('watch.margin', { before: percent(margin.before / 100), after: percent(margin.after / 100) })}
        </span>
      )}
    </li>
  );
}

/** How a product stands at its supplier: what it costs and has there, taking the cost over, and watching at all. */
export function SupplierWatch({ product }: { product: ProductDetail }) {
  const { t } = useTranslation('monitoring');
  const { timeAgo, number, list } = useFormats();
  const now = useNow();
  const client = useQueryClient();
  const watch = useWatch();
  const [busy, setBusy] = useState<'take' | 'look'>();
  const { id, watch: marks } = product;
  if (!marks) {
    return (
      <div className={classes.watch}>
        <p className={classes.quiet}>{t('watch.offText')}</p>
        <div>
          <MayButton
            needs="products.change"
            size="xs"
            variant="default"
            leftSection={<Eye size={14} aria-hidden />}
            loading={watch.busy}
            onClick={() => void watch.set([id], true)}
          >
            {t('watch.on')}
          </MayButton>
        </div>
      </div>
    );
  }
  const moved = movedVariants(product.variants, getShippingCost(product));
  const { out, gone } = missingVariants(product.variants);
  const names = (variants: ProductDetail['variants']) =>
    list(variants.slice(0, SHOWN).map((one) => isolated(nameOfVariant(one)))) +
    (variants.length > SHOWN ? ` + ${number(variants.length - SHOWN)}` : '');
  const act = (what: 'take' | 'look', call: () => Promise<unknown>) => {
    setBusy(what);
    // A refusal was shown by the call itself.
    void call()
      .catch(() => undefined)
      .then(() => client.invalidateQueries({ queryKey: ['products'] }))
      .finally(() => setBusy(undefined));
  };
  const calm = marks.looked_at && moved.length + out.length + gone.length === 0;
  return (
    <div className={classes.watch}>
      {gone.length > 0 ? (
        <p className={classes.fact}>
          <StatusBadge tone="broken" label={t('mark.gone')} /> <span>{names(gone)}</span>
        </p>
      ) : null}
      {out.length > 0 ? (
        <p className={classes.fact}>
          <StockMark watch={marks} /> <span>{names(out)}</span>
        </p>
      ) : null}
      {moved.length > 0 ? (
        <>
          <p className={classes.fact}>
            <StatusBadge tone="waiting" label={t('mark.cost_moved')} />
          </p>
          <ul className={classes.lines}>
            {moved.slice(0, SHOWN).map((one) => (
              <MovedLine key={one.variant.variant_id} moved={one} />
            ))}
          </ul>
          {moved.length > SHOWN ? (
            <p className={classes.quiet}>{t('watch.more', { more: moved.length - SHOWN })}</p>
          ) : null}
          <p className={classes.quiet}>{t('watch.takeNote')}</p>
        </>
      ) : null}
      {calm ? <p className={classes.quiet}>{t('watch.calm')}</p> : null}
      <p className={classes.quiet}>
        {marks.looked_at ? t('watch.looked', { ago: timeAgo(marks.looked_at, now) }) : t('watch.never')}
      </p>
      <div className={classes.buttons}>
        {moved.length > 0 && marks.looked_at ? (
          <MayButton
            needs="products.change"
            size="xs"
            loading={busy === 'take'}
            onClick={() =>
              act('take', () =>
                api('POST /center/products/take-cost/{product_id}', {
                  params: { product_id: id },
                  body: { revision: product.revision, looked_at: marks.looked_at ?? '' },
                }),
              )
            }
          >
            {t('watch.take')}
          </MayButton>
        ) : null}
        <MayButton
          needs="products.change"
          size="xs"
          variant="default"
          leftSection={<RefreshCw size={14} aria-hidden />}
          loading={busy === 'look'}
          onClick={() =>
            act('look', async () => {
              const { asked } = await api('POST /center/products/auto_update/look', { body: { product_ids: [id] } });
              toast('info', t(asked.length > 0 ? 'watch.asked' : 'watch.justNow'));
            })
          }
        >
          {t('watch.look')}
        </MayButton>
        <MayButton
          needs="products.change"
          size="xs"
          variant="subtle"
          leftSection={<EyeOff size={14} aria-hidden />}
          loading={watch.busy}
          onClick={() => void watch.set([id], false)}
        >
          {t('watch.stop')}
        </MayButton>
      </div>
    </div>
  );
}
