import { Button, Progress } from '@mantine/core';
import type { BulkEditView } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { Drawer } from '../../../kit/drawer.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { isolated } from '../isolated.ts';
import classes from './bulk.module.css';
import { bulkEditsQuery, leftByEditQuery } from './bulk-queries.ts';
import { Reasons } from './refused-products.tsx';

const WIDTH = 520;
const TONES: Record<BulkEditView['state'], Tone> = {
  applying: 'moving',
  applied: 'done',
  undoing: 'moving',
  undone: 'closed',
};

/** The latest bulk edits, what each changed, and its undo. */
export default function EditsDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('bulkPush');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ ...bulkEditsQuery, enabled: open });
  const [undoing, setUndoing] = useState<BulkEditView>();
  const isAnyRunning = data?.items.some((one) => one.state === 'applying' || one.state === 'undoing') ?? false;
  return (
    <>
      <Drawer
        open={open}
        onClose={onClose}
        title={t('edits.title')}
        width={WIDTH}
        footer={
          <Button size="md" fullWidth variant="default" onClick={onClose}>
            {t('all.close')}
          </Button>
        }
      >
        <div className={classes.body}>
          {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
          {!data && !error ? <SkeletonBox width="100%" height={160} /> : null}
          {data?.items.length === 0 ? <p className={classes.note}>{t('edits.empty')}</p> : null}
          <ul className={classes.edits}>
            {data?.items.map((edit) => (
              <li key={edit.edit_id}>
                <Edit edit={edit} isBusy={isAnyRunning} onUndo={() => setUndoing(edit)} />
              </li>
            ))}
          </ul>
        </div>
      </Drawer>
      <ConfirmMoney
        open={undoing !== undefined}
        onClose={() => setUndoing(undefined)}
        title={t('edits.undoTitle')}
        text={t(undoing?.push ? 'edits.undoPushText' : 'edits.undoText')}
        verb={t('edits.undoVerb')}
        onConfirm={async () => {
          if (!undoing) return;
          await api('POST /center/products/bulk-edits/{edit_id}/undo', {
            params: { edit_id: undoing.edit_id },
            body: {},
          });
          await client.invalidateQueries({ queryKey: ['products'] });
          setUndoing(undefined);
        }}
      />
    </>
  );
}

function Edit({ edit, isBusy, onUndo }: { edit: BulkEditView; isBusy: boolean; onUndo(): void }) {
  const { t } = useTranslation('bulkPush');
  const { dateTime, number } = useFormats();
  const undo = edit.state === 'undoing' || edit.state === 'undone';
  const running = edit.state === 'applying' || edit.state === 'undoing';
  const ended = undo ? edit.restored + edit.kept : edit.changed + edit.unchanged + edit.refused;
  const all = undo ? edit.changed : edit.total;
  const counts = (['changed', 'unchanged', 'refused', 'restored', 'kept', 'pushed'] as const).filter(
    (key) => key === 'changed' || edit[key] > 0,
  );
  return (
    <div className={classes.block}>
      <div className={classes.switch}>
        <span className={classes.note}>
          {t('edits.by', { name: isolated(edit.requested_by), time: dateTime(edit.created_at) })}
        </span>
        <StatusBadge tone={TONES[edit.state]} label={t(`edits.${edit.state}`)} />
      </div>
      <Changes changes={edit.changes} />
      <div aria-live="polite">
        {running ? (
          <Progress value={all === 0 ? 0 : (ended / all) * 100} aria-label={t(`edits.${edit.state}`)} />
        ) : (
          <dl className={classes.counts}>
            {counts.map((key) => (
              <div key={key}>
                <dt>{t(`edits.${key}`)}</dt>
                <dd>{number(edit[key])}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {running ? null : <Left edit={edit} />}
      {edit.state === 'applied' && edit.changed > 0 ? (
        <div>
          <MayButton
            needs={edit.push ? 'products.push' : 'products.change'}
            size="xs"
            variant="default"
            leftSection={<Undo2 size={14} className="flip" aria-hidden />}
            disabled={isBusy}
            onClick={onUndo}
          >
            {t('edits.undo')}
          </MayButton>
        </div>
      ) : null}
    </div>
  );
}

/** What was asked for, a line for each field. */
function Changes({ changes }: { changes: BulkEditView['changes'] }) {
  const { t } = useTranslation('bulkPush');
  const { country, number } = useFormats();
  const { compare_at_percent: compare, ...rest } = changes;
  const text = (name: keyof typeof rest): string => {
    const value = rest[name];
    if (Array.isArray(value)) return value.join(', ');
    if (name === 'origin_country') return country(String(value));
    return typeof value === 'number' ? number(value) : value || t('change.empty');
  };
  return (
    <ul className={classes.reasons}>
      {(Object.keys(rest) as (keyof typeof rest)[])
        .filter((name) => rest[name] !== undefined)
        .map((name) => (
          <li key={name}>
            <span className={classes.note}>{t(`change.${name}`)}</span>
            <span>{isolated(text(name))}</span>
          </li>
        ))}
      {compare === undefined ? null : (
        <li>
          <span className={classes.note}>
            {t(compare === null ? 'change.no_compare_at' : 'change.compare_at_percent')}
          </span>
          {compare === null ? null : <span>{number(compare)}</span>}
        </li>
      )}
    </ul>
  );
}

/** The first products that stayed as they were, each with the reason. */
function Left({ edit }: { edit: BulkEditView }) {
  const { t } = useTranslation('bulkPush');
  const { data } = useQuery(leftByEditQuery(edit));
  if (!data || data.items.length === 0) return null;
  return (
    <details className={classes.left}>
      <summary>{t('edits.left')}</summary>
      <Reasons
        items={data.items.map(({ product_id, title, problem }) => ({ id: product_id, title, text: problem.text }))}
      />
    </details>
  );
}
