import type { PlacementPreview } from '@quayside/contracts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Converted } from '../../../kit/converted.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { SkeletonBox, SkeletonLine } from '../../../kit/skeletons.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import type { CallData } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PictureStack } from '../list/picture-stack.tsx';
import { Problem } from '../panel/problem.tsx';
import { CombinedWith, ShareLabel } from './lazy-combine.tsx';
import classes from './place.module.css';
import { PlaceLine } from './place-line.tsx';
import {
  type CombinedRow,
  canGo,
  goodPackages,
  isPlaced,
  type PreviewLine,
  type PreviewPackage,
  shippingSaved,
} from './placement.ts';

interface Props {
  /** Absent: every line was taken out. */
  order: PlacementPreview | undefined;
  seen: readonly PreviewLine[];
  left: ReadonlySet<string>;
  /** The orders that share a supplier order with it; undefined: none. */
  combined: CombinedRow | undefined;
  refusals: CallData<'POST /orders/v5/create'>['failed'][string];
  /** Begins opened. */
  whole: boolean;
  onShipping(lineId: string, method: string): void;
  onLeave(lineId: string, out: boolean): void;
}

/** One order before it is placed: its lines with their choices, what stands in the way, and its sums. */
export function PlaceOrder({ order, seen, left, combined, refusals, whole, onShipping, onLeave }: Props) {
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
        {combined ? (
          <Suspense fallback={null}>
            <CombinedWith orders={combined.others} />
          </Suspense>
        ) : null}
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
                bundle={lines.find((one) => one.id === line.bundle_line_id)}
                out={left.has(line.id)}
                refusal={refusalOf(line.id)}
                onShipping={(method) => onShipping(line.id, method)}
                onLeave={(out) => {
                  for (const part of inBundle(lines, line)) onLeave(part.id, out);
                }}
              />
            ))}
          </ul>
          {order && !placed && goodPackages(order).length > 0 ? <Sums order={order} combined={combined} /> : null}
        </div>
      ) : null}
    </section>
  );
}

/** A line with the other parts of its bundle, which are bought with it. */
const inBundle = (lines: readonly PreviewLine[], line: PreviewLine): PreviewLine[] => {
  const soldAs = (one: PreviewLine) => one.bundle_line_id ?? one.id;
  return lines.filter((one) => soldAs(one) === soldAs(line));
};

interface SumProps {
  label: ReactNode;
  note?: ReactNode;
  value: ReactNode;
  kind?: 'part' | 'total';
}

const Sum = ({ label, note, value, kind }: SumProps) => (
  <div className={classes.sum} data-kind={kind}>
    <dt>
      {label}
      {note ? <span className={classes.quiet}>{note}</span> : null}
    </dt>
    <dd>{value}</dd>
  </div>
);

interface SumsProps {
  order: PlacementPreview;
  combined: CombinedRow | undefined;
}

/** What one supplier gets: the products, and the shipping of all of them together. */
function PackageSums({ order, pack, combined }: SumsProps & { pack: PreviewPackage }) {
  const { t } = useTranslation('orders');
  const { money, timeAgo } = useFormats();
  const saved = combined ? combined.saved : shippingSaved(order, pack);
  // Rates that are kept are shown with their age while the supplier is asked again.
  const age = [
    pack.quoted_at ? t('ship.quoted', { when: timeAgo(pack.quoted_at) }) : undefined,
    pack.quotes_pending ? t('ship.asking') : undefined,
  ];
  const service = [
    pack.shipping_info?.service_name,
    pack.payer === 'own-account' ? t('place.ownAccount') : undefined,
    ...age,
  ];
  if (pack.quotes_pending && !pack.total)
    return <Sum label={connectorName(pack.source)} value={<span className={classes.quiet}>{t('ship.asking')}</span>} />;
  return (
    <>
      <Sum
        label={connectorName(pack.source)}
        note={service.filter(Boolean).join(' · ')}
        value={<Money value={pack.total} />}
      />
      <Sum kind="part" label={t('money.items')} value={<Money value={pack.items_cost} />} />
      <Sum
        kind="part"
        label={
          combined ? (
            <Suspense fallback={null}>
              <ShareLabel />
            </Suspense>
          ) : pack.line_item_ids.length > 1 ? (
            t('place.together')
          ) : (
            t('money.shipping')
          )
        }
        note={saved ? `(${t('place.saved', { sum: money(saved) })})` : null}
        value={<Money value={pack.shipping_cost} />}
      />
    </>
  );
}

/** What each supplier gets, what that is in all, and what stays of the sale. */
function Sums({ order, combined }: SumsProps) {
  const { t } = useTranslation('orders');
  const packages = goodPackages(order);
  return (
    <dl className={classes.sums}>
      {packages.map((pack) => (
        <PackageSums key={pack.line_item_ids.join()} order={order} pack={pack} combined={combined} />
      ))}
      {packages.length > 1 || order.is_sample ? (
        <Sum kind="total" label={t('place.total')} value={<Money value={order.total} strong />} />
      ) : null}
      {order.is_sample ? null : (
        <Sum
          kind="total"
          label={t('money.profit')}
          note={
            <>
              {t('money.ofSale')} <Money value={order.sale} />
            </>
          }
          value={
            <Converted rate={order.profit_rate}>
              <Money value={order.profit} strong signed />
            </Converted>
          }
        />
      )}
    </dl>
  );
}

/** An order whose prices are not known yet, in the shape that it gets. */
export function PlaceOrderSkeleton({ whole }: { whole: boolean }) {
  return (
    <div className={classes.order} aria-hidden="true" data-skeleton>
      <div className={classes.head}>
        <SkeletonLine width={112} height={12} />
        <span className={classes.headEnd}>
          <SkeletonLine width={56} height={12} />
        </span>
      </div>
      {whole ? (
        <div className={classes.body}>
          <div className={classes.line}>
            <SkeletonBox width={48} height={48} />
            <div className={classes.lineWords}>
              <SkeletonLine width="70%" />
              <SkeletonLine width="35%" height={8} />
              <SkeletonBox width="60%" height={36} />
            </div>
          </div>
        </div>
      ) : null}
    </div>
  );
}
