import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingList, SettingNote, SettingRow } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useList } from '../../lib/use-list.ts';
import { saveExport } from './save-json.ts';

type Request = CallData<'GET /privacy/requests'>['items'][number];

const TONES: Record<Request['state'], Tone> = { open: 'waiting', waiting: 'waiting', done: 'done', stopped: 'closed' };
const PLACES = [
  'orders',
  'order_lines',
  'timeline',
  'supplier_orders',
  'quotes',
  'parcel_events',
  'tracking_pages',
  'webhook_bodies',
  'notifications',
  'audit_entries',
  'shops',
  'shop_pages',
] as const;

/** What was asked in the name of shoppers, until when it is due, and what was erased. */
export function RequestsCard() {
  const { t } = useTranslation('privacy');
  const [handing, setHanding] = useState<Request>();
  const [cancelling, setCancelling] = useState<Request>();
  const client = useQueryClient();
  const requests = useList<Request>({
    topic: 'privacy',
    state: {},
    id: (row) => row.id,
    read: (cursor, signal) => api('GET /privacy/requests', { query: cursor ? { cursor } : {}, signal }),
  });
  return (
    <SettingCard title={t('requests.title')} note={t('requests.note')}>
      {requests.error && requests.rows.length === 0 ? (
        <ErrorState error={requests.error} onRetry={() => void requests.retry()} small />
      ) : null}
      {requests.isLoading ? <SkeletonBox width="100%" height={88} /> : null}
      {!requests.isLoading && !requests.error && requests.rows.length === 0 ? (
        <SettingNote>{t('requests.none')}</SettingNote>
      ) : null}
      <SettingList>
        {requests.rows.map((one) => (
          <RequestRow key={one.id} request={one} onHandOn={() => setHanding(one)} onCancel={() => setCancelling(one)} />
        ))}
      </SettingList>
      {requests.hasMore ? (
        <Button variant="default" onClick={() => requests.loadMore()}>
          {t('requests.more')}
        </Button>
      ) : null}
      {handing ? (
        <ConfirmDialog
          open
          onClose={() => setHanding(undefined)}
          title={t('requests.handOn')}
          text={t('requests.handOnText')}
          verb={t('requests.handOn')}
          onConfirm={async () => {
            const params = { privacy_request_id: handing.id };
            await api('POST /privacy/requests/{privacy_request_id}/handed-on', { params, quiet: true });
            await client.invalidateQueries({ queryKey: ['privacy'] });
          }}
        />
      ) : null}
      {cancelling ? (
        <ConfirmDialog
          open
          onClose={() => setCancelling(undefined)}
          title={t('requests.cancelAsk')}
          text={t('requests.cancelText')}
          verb={t('requests.cancel')}
          danger
          onConfirm={async () => {
            const params = { privacy_request_id: cancelling.id };
            await api('POST /privacy/requests/{privacy_request_id}/cancel', { params, quiet: true });
            await client.invalidateQueries({ queryKey: ['privacy'] });
          }}
        />
      ) : null}
    </SettingCard>
  );
}

interface RowProps {
  request: Request;
  onHandOn(): void;
  onCancel(): void;
}

function RequestRow({ request, onHandOn, onCancel }: RowProps) {
  const { t } = useTranslation('privacy');
  const { date, list, number } = useFormats();
  const asked = date(request.requested_at);
  const from =
    request.origin !== 'workspace'
      ? t('requests.byPlatform', { platform: connectorName(request.origin), date: asked })
      : request.asked_by
        ? t('requests.by', { name: request.asked_by, date: asked })
        : asked;
  const erased = PLACES.filter((place) => request.erased[place]).map(
    (place) => `${t(`place.${place}`)}: ${number(request.erased[place] ?? 0)}`,
  );
  const isOpen = request.state === 'open' || request.state === 'waiting';
  const facts = [
    [from, request.store].filter(Boolean).join(' · '),
    request.done_at ? t('requests.done', { date: date(request.done_at) }) : '',
    isOpen ? t('requests.due', { date: date(request.due_at) }) : '',
    request.waits_for.length > 0 ? t('requests.waits', { names: list(request.waits_for) }) : '',
    erased.join(' · '),
    request.suppliers.length > 0 ? t('suppliers', { names: list(request.suppliers) }) : '',
    request.stopped ? t(`stopped.${request.stopped}`) : '',
  ].filter(Boolean);
  async function save(): Promise<void> {
    const params = { privacy_request_id: request.id };
    await saveExport((body) => api('POST /privacy/requests/{privacy_request_id}/export', { params, body })).catch(
      () => undefined,
    );
  }
  async function check(): Promise<void> {
    const params = { privacy_request_id: request.id };
    await api('POST /privacy/requests/{privacy_request_id}/check', { params }).catch(() => undefined);
  }
  const isErasure = request.kind === 'erase' || request.kind === 'erase_store';
  return (
    <SettingRow
      name={[t(`kind.${request.kind}`), request.label].filter(Boolean).join(' · ')}
      note={facts.map((fact) => (
        <span key={fact} style={{ display: 'block' }}>
          {fact}
        </span>
      ))}
    >
      <StatusBadge tone={TONES[request.state]} label={t(`state.${request.state}`)} />
      {isErasure && request.state === 'waiting' ? (
        <MayButton needs="privacy.change" size="xs" variant="default" onClick={() => void check()}>
          {t('requests.check')}
        </MayButton>
      ) : null}
      {request.kind === 'erase' && request.origin === 'workspace' && isOpen ? (
        <MayButton needs="privacy.change" size="xs" variant="default" onClick={onCancel}>
          {t('requests.cancel')}
        </MayButton>
      ) : null}
      {request.kind === 'export' && request.state === 'open' ? (
        <>
          <MayButton needs="privacy.change" size="xs" variant="default" onClick={() => void save()}>
            {t('requests.download')}
          </MayButton>
          <MayButton needs="privacy.change" size="xs" variant="default" onClick={onHandOn}>
            {t('requests.handOn')}
          </MayButton>
        </>
      ) : null}
    </SettingRow>
  );
}
