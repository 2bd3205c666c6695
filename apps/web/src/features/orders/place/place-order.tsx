import type { PlacementPreview } from '@quayside/contracts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Converted } from '../../../kit/converted.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import type { CallData } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PictureStack } from '../list/picture-stack.tsx';
import { Problem } from '../panel/problem.tsx';
import classes from './place.module.css';
import { PlaceLine } from './place-line.tsx';
import { canGo, isPlaced, type PreviewLine } from './placement.ts';

interface Props {
  /** Absent: every line was taken out. */
  order: PlacementPreview | undefined;
  seen: readonly PreviewLine[];
  left: ReadonlySet<string>;
  refusals: CallData<'POST /orders/v5/create'>['failed'][string];
  /** Begins opened. */
  whole: boolean;
  onShipping(lineId: string, method: string): void;
  onLeave(lineId: string, out: boolean): void;
}

/** One order before it is placed: its lines with their choices, what stands in the way, and its sums. */
export function PlaceOrder({ order, seen, left, refusals, whole, onShipping, onLeave }: Props) {
  const { t } = useTranslation('orders');
  const { country } = useFormats();
  const [opened, setOpened] = useState<boolean>();
  const open = opened ?? whole;
  if (!order && seen.length === 0) return null;
  const current = new Map(order?.line_items.map((line) => [line.id, line]));
  const lines = seen.length > 0 ? seen.map((line) => current.get(line.id) ?? line) : (order?.line_items ?? []);
  const refusalOf = (id: string) => refusals.find((one) => one.line_item_id === id)?.problem;
  const ofOrder = refusals.filter((one) => one.line_item_id === null).map((one) => one.problem);
  // What was refused just now stands among the order's own problems too, once it is read anew.
  const problems = new Map([...(order?.problems ?? []), ...ofOrder].map((one) => [one.key + one.text, one]));
  const placed = order !== undefined && isPlaced(order);
  return (
    <section className={classes.order} data-blocked={(order && !placed && !canGo(order)) || undefined}>
      <header className={classes.head}>
        <button type="button" className={classes.toggle} aria-expanded={open} onClick={() => setOpened(!open)}>
          <ChevronDown size={16} aria-hidden className={classes.chevron} data-open={open || undefined} />
          <span className={classes.name}>{order?.name ?? t('place.leftOut')}</span>
        </button>
        {order?.country_code ? <span className={classes.quiet}>{country(order.country_code)}</span> : null}
        {order?.is_sandbox ? <SandboxTag /> : null}
        {open ? null : <PictureStack lines={lines} size={28} />}
        <span className={classes.headEnd}>
          {placed ? (
            <StatusBadge tone="done" label={t('placed.success')} />
          ) : order && !canGo(order) && !order.quotes_pending ? (
            <StatusBadge tone="broken" label={t('place.cannot')} />
          ) : order ? (
            <Money value={order.total} strong />
          ) : null}
        </span>
      </header>
      {open ? (
        <div className={classes.body}>
          {[...problems].map(([key, problem]) => (
            <Problem key={key} problem={problem} warning={placed} />
          ))}
          {order?.warnings.map((warning) => (
            <Problem key={warning.key} problem={warning} warning />
          ))}
          <ul className={classes.lines}>
            {lines.map((line) => (
              <PlaceLine
                key={line.id}
                orderId={order?.order_id}
                line={line}
                out={left.has(line.id)}
                refusal={refusalOf(line.id)}
                onShipping={(method) => onShipping(line.id, method)}
                onLeave={(out) => onLeave(line.id, out)}
              />
            ))}
          </ul>
          {order && !placed && order.packages.length > 0 ? <Sums order={order} /> : null}
        </div>
      ) : null}
    </section>
  );
}

/** What each supplier gets, and what stays of the sale. */
function Sums({ order }: { order: PlacementPreview }) {
  const { t } = useTranslation('orders');
  return (
    <dl className={classes.sums}>
      {order.packages.map((one) => (
        <div key={one.line_item_ids.join()} className={classes.sum}>
          <dt>
            {connectorName(one.source)}
            <span className={classes.quiet}>
              {one.shipping_info?.service_name}
              {one.payer === 'own-account' ? ` · ${t('place.ownAccount')}` : ''}
            </span>
          </dt>
          <dd>
            {one.quotes_pending ? (
              <span className={classes.quiet}>{t('ship.asking')}</span>
            ) : (
              <>
                <span className={classes.quiet}>
                  <Money value={one.items_cost} /> + <Money value={one.shipping_cost} />
                </span>
                <Money value={one.total} />
              </>
            )}
          </dd>
        </div>
      ))}
      <div className={classes.sum} data-total>
        <dt>
          {t('money.profit')}
          <span className={classes.quiet}>
            {t('money.ofSale')} <Money value={order.sale} />
          </span>
        </dt>
        <dd>
          <Converted rate={order.profit_rate}>
            <Money value={order.profit} strong signed />
          </Converted>
        </dd>
      </div>
    </dl>
  );
}
