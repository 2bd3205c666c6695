import type { Evidence } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileArchive, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import classes from './claims.module.css';

interface Props {
  orderId: string;
  /** Absent: about the whole order. */
  requestId?: string;
}

/** While files are made a live event reports the end; this finds it after a lost connection. */
const MAKING_MS = 3_000;
/** Before the links of the files expire. */
const LINKS_MS = 5 * 60_000;

const keyOf = (id: string | undefined) => queryKeys.part('orders', 'evidence', { id });

/** Creates the files that prove a claim, and links them. */
export function EvidenceSection({ orderId, requestId }: Props) {
  const { t } = useTranslation('claims');
  const client = useQueryClient();
  const [id, setId] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { data } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) =>
      api('GET /orders/evidence/{evidence_id}', { params: { evidence_id: id ?? '' }, signal, quiet: true }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? MAKING_MS : LINKS_MS),
  });

  async function create(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const made = await api('POST /orders/evidence', {
        body: { order_id: orderId, ...(requestId ? { refund_request_id: requestId } : {}) },
        quiet: true,
      });
      client.setQueryData(keyOf(made.id), made);
      setId(made.id);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const isMaking = busy || data?.state === 'making';
  return (
    <PanelSection title={t('evidence.title')}>
      <p className={classes.quiet}>{t('evidence.help')}</p>
      <div className={classes.files} aria-live="polite">
        {data?.state === 'ready' ? (
          <Files evidence={data} />
        ) : (
          <MayButton
            needs="orders.change"
            size="xs"
            variant="default"
            loading={isMaking}
            leftSection={<FileText size={16} aria-hidden />}
            onClick={() => void create()}
          >
            {t('evidence.create')}
          </MayButton>
        )}
        {isMaking ? <span className={classes.quiet}>{t('evidence.making')}</span> : null}
      </div>
      {data?.state === 'ready' ? <p className={classes.quiet}>{t('evidence.expires')}</p> : null}
      {data && data.left_out > 0 ? (
        <p className={classes.due}>{t('evidence.leftOut', { count: data.left_out })}</p>
      ) : null}
      <Failure text={failure ?? data?.problem?.text} />
    </PanelSection>
  );
}

function Files({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('claims');
  return (
    <>
      {evidence.pdf ? (
        <a className={classes.file} href={evidence.pdf.url} download={evidence.pdf.name}>
          <FileText size={16} aria-hidden />
          {t('evidence.pdf')}
        </a>
      ) : null}
      {evidence.zip ? (
        <a className={classes.file} href={evidence.zip.url} download={evidence.zip.name}>
          <FileArchive size={16} aria-hidden />
          {t('evidence.zip')}
        </a>
      ) : null}
    </>
  );
}
