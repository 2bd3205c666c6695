import type { SupplierHold } from '@quayside/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { holdsQuery } from './auto-update-queries.ts';
import classes from './auto-updates.module.css';

function Hold({ hold }: { hold: SupplierHold }) {
  const { t } = useTranslation('autoUpdates');
  const { number, timeAgo } = useFormats();
  const now = useNow();
  const client = useQueryClient();
  const resolve = useMutation({
    mutationFn: (choice: 'release' | 'dismiss') =>
      api('POST /center/products/auto_update/holds/{hold_id}', { params: { hold_id: hold.hold_id }, body: { choice } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
  });
  const facts = {
    supplier: hold.supplier,
    affected: number(hold.affected),
    checked: number(hold.checked),
    ago: timeAgo(hold.created_at, now),
  };
  return (
    <section className={classes.hold} aria-label={t('hold.title', { supplier: hold.supplier })}>
      <StatusBadge tone="broken" label={t('hold.badge')} />
      <p>
        {t(`hold.${hold.fault}`, facts)} {t('hold.note')}
      </p>
      <div className={classes.buttons}>
        <MayButton
          needs="products.push"
          size="xs"
          variant="default"
          loading={resolve.isPending && resolve.variables === 'release'}
          onClick={() => resolve.mutate('release')}
        >
          {t('hold.release')}
        </MayButton>
        <MayButton
          needs="products.push"
          size="xs"
          loading={resolve.isPending && resolve.variables === 'dismiss'}
          onClick={() => resolve.mutate('dismiss')}
        >
          {t('hold.dismiss')}
        </MayButton>
      </div>
    </section>
  );
}

/** Supplier answers that are held: nothing is updated from them until a person decides. */
export function Holds() {
  const { data } = useQuery(holdsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <div className={classes.holds}>
      {data.items.map((hold) => (
        <Hold key={hold.hold_id} hold={hold} />
      ))}
    </div>
  );
}
