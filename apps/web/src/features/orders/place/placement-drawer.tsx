import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Money } from '../../../kit/money.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { api, type CallData } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useList } from '../../../lib/use-list.ts';
import { PAY_TONES, variantName } from '../labels.ts';
import { Problem } from '../panel/problem.tsx';
import type { TaskProps } from '../use-task.ts';
import classes from './place.module.css';
import { StopPlacement } from './stop-placement.tsx';

type Item = CallData<'GET /orders/v5/placements/{process_id}'>['items'][number];
const TONES: Record<Item['status'], Tone> = { processing: 'moving', success: 'done', error: 'broken' };

/** How a placement goes, supplier order by supplier order, live; it may be closed, the work goes on. */
export default function PlacementDrawer({ task, open, onClose }: TaskProps<'placement'>) {
  const { t } = useTranslation('orders');
  const list = useList<Item>({
    topic: 'orders',
    state: { placement: task.processId },
    id: (row) => row.order_id,
    enabled: open,
    read: (cursor, signal) =>
      api('GET /orders/v5/placements/{process_id}', {
        params: { process_id: task.processId },
        query: { page_size: 100, cursor },
        signal,
      }),
  });
  const { data } = useQuery({
    queryKey: queryKeys.part('processes', 'tray'),
    queryFn: ({ signal }) => api('GET /processes', { signal }),
    enabled: open,
  });
  const running = [...new Set(list.rows.filter((row) => row.status === 'processing').map((row) => row.source_type))];
  const process = data?.items.find((one) => one.process_id === task.processId);
  const done = process && process.status !== 'processing';
  return (
    <Drawer
      open={open}
      onClose={onClose}
      width={560}
      title={done ? t('placed.ended') : t('placed.title')}
      footer={
        <>
          {done
            ? null
            : running.map((source) => (
                <StopPlacement key={source} processId={task.processId} source={source} only={running.length === 1} />
              ))}
          <Button variant="default" onClick={onClose}>
            {done ? t('placed.close') : t('placed.goOn')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        {process && process.total > 1 ? (
          <p className={classes.quiet}>{t('placed.progress', { done: process.done, total: process.total })}</p>
        ) : null}
        {list.error ? <ErrorState error={list.error} onRetry={list.retry} small /> : null}
        {list.isLoading ? <SkeletonBox width="100%" height={120} /> : null}
        <ul className={classes.results}>
          {list.rows.map((item) => (
            <li key={item.id} className={classes.result}>
              <div className={classes.resultHead}>
                <span className={classes.name}>{item.order_name}</span>
                <span className={classes.quiet}>
                  {connectorName(item.source_type)}
                  {item.order_no ? <span className="mono"> {item.order_no}</span> : null}
                </span>
                <span className={classes.resultEnd}>
                  {item.status === 'success' ? <Money value={item.total} /> : null}
                  {item.status === 'success' && item.pay_state !== 'unpaid' ? (
                    <StatusBadge tone={PAY_TONES[item.pay_state]} label={t(`payState.${item.pay_state}`)} />
                  ) : (
                    <StatusBadge tone={TONES[item.status]} label={t(`placed.${item.status}`)} />
                  )}
                </span>
              </div>
              <span className={classes.quiet}>
                {item.line_items.map((line) => `${line.quantity} × ${variantName(line)}`).join(', ')}
              </span>
              {item.error_message ? <Problem problem={{ text: item.error_message }} /> : null}
              {item.warning_key ? <Problem warning problem={{ text: t(`warning.${item.warning_key}`) }} /> : null}
            </li>
          ))}
        </ul>
        {list.hasMore ? (
          <button type="button" className={classes.more} onClick={list.loadMore}>
            {t('place.showMore')}
          </button>
        ) : null}
      </div>
    </Drawer>
  );
}
