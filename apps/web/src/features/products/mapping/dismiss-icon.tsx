import { ActionIcon } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useMay } from '../../../lib/use-may.ts';
import type { UnmappedRow } from './use-map.ts';

/** Removes a sold product from the list until it is sold again. */
export function DismissIcon({ row }: { row: UnmappedRow }) {
  const { t } = useTranslation('mapping');
  const client = useQueryClient();
  const why = useMay().why('products.change');
  const dismiss = useMutation({
    mutationFn: () =>
      api('DELETE /center/products/unmapped', {
        body: { channel_product_ids: [row.channel_product_id] },
        quiet: true,
      }),
    onSuccess({ failed }) {
      const [refused] = Object.values(failed);
      if (refused) toast('error', refused.text);
      else toast('success', t('dismiss.done'));
    },
    onError: (error) => toast('error', errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
  return (
    <ActionIcon
      size={28}
      loading={dismiss.isPending}
      aria-label={t('dismiss.named', { name: row.title })}
      aria-disabled={why ? true : undefined}
      data-disabled={why ? true : undefined}
      data-hint={why ?? t('dismiss.action')}
      onClick={why ? undefined : () => dismiss.mutate()}
    >
      <Trash2 size={15} aria-hidden />
    </ActionIcon>
  );
}
