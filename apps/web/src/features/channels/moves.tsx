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
import classes from './moves.module.css';

type Move = CallData<'GET /core/stores/move'>['items'][number];

const TONES: Record<Move['state'], Tone> = {
  waiting: 'waiting',
  moving: 'moving',
  returning: 'moving',
  done: 'done',
  failed: 'broken',
  cancelled: 'closed',
};
const ENDED: readonly Move['state'][] = ['done', 'failed', 'cancelled'];
/** How long the end of a move is shown. */
const SHOWN_MS = 3 * 24 * 3600_000;

const isShown = (move: Move): boolean =>
  !ENDED.includes(move.state) || Date.now() - Date.parse(move.changed_at) < SHOWN_MS;

/** Stores on their way into this workspace or out of it, how far they are, and what became of the last ones. */
export function Moves() {
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
        {shown.map((move) => (
          <MoveLine key={move.move_id} move={move} />
        ))}
      </ul>
    </section>
  );
}

function MoveLine({ move }: { move: Move }) {
  const { t } = useTranslation('moves');
  const { dateTime, number } = useFormats();
  const { account, chooseWorkspace, workplaceId } = useAccount();
  const router = useRouter();
  const leaves = move.from.id === workplaceId;
  const other = leaves ? move.to : move.from;
  const isKnown = account?.workplaces.some((one) => one.id === other.id) ?? false;
  const { listings, parcels, supplier_orders: orders } = move.waits;
  const note =
    move.problem?.text ??
    {
      waiting: orders + listings + parcels > 0 ? t('waitsFor', { orders, listings, parcels }) : t('waits'),
      moving: t('carried', { done: number(move.carried), all: number(move.total) }),
      returning: t('returns'),
      done: dateTime(move.changed_at),
      failed: dateTime(move.changed_at),
      cancelled: dateTime(move.changed_at),
    }[move.state];
  const share = move.total === 0 ? 0 : Math.round((move.carried / move.total) * 100);
  return (
    <li className={classes.move}>
      <div className={classes.line}>
        <span className={classes.words}>
          {t(leaves ? 'leaves' : 'comes', { store: move.store_name, workspace: other.name || t('another') })}
        </span>
        {move.is_sandbox ? <SandboxTag /> : null}
        <StatusBadge tone={TONES[move.state]} label={t(`state.${move.state}`)} />
        {leaves && move.state === 'waiting' ? <CancelMove moveId={move.move_id} /> : null}
        {leaves && move.state === 'done' && isKnown ? (
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
      {move.state === 'moving' || move.state === 'returning' ? (
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
function CancelMove({ moveId }: { moveId: string }) {
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
