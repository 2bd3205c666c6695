import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../kit/may-button.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './store-transfers.module.css';

type Transfer = CallData<'GET /core/stores/move'>['items'][number];

const TONES: Record<Transfer['state'], Tone> = {
  waiting: 'waiting',
  moving: 'moving',
  returning: 'moving',
  done: 'done',
  failed: 'broken',
  cancelled: 'closed',
};
const ENDED: readonly Transfer['state'][] = ['done', 'failed', 'cancelled'];
/** How long the end of a move is shown. */
const SHOWN_MS = 3 * 24 * 3600_000;

const isShown = (transfer: Transfer): boolean =>
  !ENDED.includes(transfer.state) || Date.now() - Date.parse(transfer.changed_at) < SHOWN_MS;

/** Stores on their way into this workspace or out of it, how far they are, and what became of the last ones. */
export function StoreTransfers() {
  const { t } = useTranslation('moves');
  const { data } = useQuery({
    queryKey: queryKeys.part('stores', 'moves'),
    queryFn: ({ signal }) => api('GET /core/stores/move', { signal }),
  });
  const shown = data?.items.filter(isShown).slice(0, 5) ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('title')}>
      <ul className={classes.list}>
        {shown.map((transfer) => (
          <TransferLine key={transfer.move_id} move={transfer} />
        ))}
      </ul>
    </section>
  );
}

function TransferLine({ move: transfer }: { move: Transfer }) {
  const { t } = useTranslation('moves');
  const { dateTime, number } = useFormats();
  const { account, chooseWorkspace, workplaceId } = useAccount();
  const router = useRouter();
  const leaves = transfer.from.id === workplaceId;
  const other = leaves ? transfer.to : transfer.from;
  const isKnown = account?.workplaces.some((one) => one.id === other.id) ?? false;
  const { listings, parcels, supplier_orders: orders } = transfer.waits;
  const note =
    transfer.problem?.text ??
    {
      waiting: orders + listings + parcels > 0 ? t('waitsFor', { orders, listings, parcels }) : t('waits'),
      moving: t('carried', { done: number(transfer.carried), all: number(transfer.total) }),
      returning: t('returns'),
      done: dateTime(transfer.changed_at),
      failed: dateTime(transfer.changed_at),
      cancelled: dateTime(transfer.changed_at),
    }[transfer.state];
  const share = transfer.total === 0 ? 0 : Math.round((transfer.carried / transfer.total) * 100);
  return (
    <li className={classes.move}>
      <div className={classes.line}>
        <span className={classes.words}>
          {t(leaves ? 'leaves' : 'comes', { store: transfer.store_name, workspace: other.name || t('another') })}
        </span>
        {transfer.is_sandbox ? <SandboxTag /> : null}
        <StatusBadge tone={TONES[transfer.state]} label={t(`state.${transfer.state}`)} />
        {leaves && transfer.state === 'waiting' ? <CancelTransfer moveId={transfer.move_id} /> : null}
        {leaves && transfer.state === 'done' && isKnown ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              chooseWorkspace(other.id);
              void router.navigate({ to: '/app/channel' });
            }}
          >
            {t('open', { workspace: other.name })}
          </Button>
        ) : null}
      </div>
      {transfer.state === 'moving' || transfer.state === 'returning' ? (
        <div
          className={classes.bar}
          role="progressbar"
          aria-label={t('title')}
          aria-valuenow={share}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ inlineSize: `${Math.max(1, share)}%` }} />
        </div>
      ) : null}
      <p className={classes.quiet} role="status">
        {note}
      </p>
    </li>
  );
}

/** Nothing has left yet: the store can stay as if nothing had been asked. */
function CancelTransfer({ moveId }: { moveId: string }) {
  const { t } = useTranslation('moves');
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api('DELETE /core/stores/move/{move_id}', { params: { move_id: moveId } }),
    // Too late is told by a toast; the line then shows how far it is.
    onSettled: () => client.invalidateQueries({ queryKey: ['stores'] }),
  });
  return (
    <MayButton
      needs="stores.move"
      size="xs"
      variant="default"
      loading={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {t('cancel')}
    </MayButton>
  );
}
