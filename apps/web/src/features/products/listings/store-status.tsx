import type { Listing } from '@quayside/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import classes from './store-lines.module.css';

type Status = 'active' | 'draft';
const TOUCHED = ['processes', 'products', 'listings', 'counts'];

/** Shows a product in all its stores, or hides it there as a draft. */
export function StoreStatus({ productId, listings }: { productId: string; listings: readonly Listing[] }) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: (status: Status) =>
      api('GET /center/products/{id}/set-status/{status}', { params: { id: productId, status } }),
    onSuccess: ({ items }) => toast('success', t('storeStatus.started', { count: items.length })),
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => {
      for (const topic of TOUCHED) void client.invalidateQueries({ queryKey: [topic] });
    },
  });
  const listed = listings.filter((one) => one.state === 'listed');
  const actions = [
    { status: 'active', icon: Eye, isNeeded: listed.some((one) => one.publish_status !== 'active') },
    { status: 'draft', icon: EyeOff, isNeeded: listed.some((one) => one.publish_status !== 'draft') },
  ] as const;
  return (
    <div className={classes.statuses}>
      {actions.map(({ status, icon: Icon, isNeeded }) =>
        isNeeded ? (
          <MayButton
            key={status}
            needs="products.push"
            size="xs"
            variant="default"
            leftSection={<Icon size={13} aria-hidden />}
            loading={set.isPending && set.variables === status}
            disabled={set.isPending}
            onClick={() => set.mutate(status)}
          >
            {t(`storeStatus.${status}`)}
          </MayButton>
        ) : null,
      )}
    </div>
  );
}
